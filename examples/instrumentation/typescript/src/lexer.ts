/**
 * Masks the text of arguments as it comes, fragment by fragment: keys, structure, numbers and literals stay, a string
 * becomes a placeholder in the fragment in which it ends. Text that is no strict JSON keeps its first defect, of the same
 * kind, and nothing behind it. It is the rule of `toolverdict redact`.
 */
export class Lexer {
  private expect: Expect = "value";
  private open: string[] = [];
  private token: "none" | "string" | "number" | "literal" = "none";
  private dead = false;
  private key = false;
  private escape = "";
  private text = "";
  private literal = "";
  private matched = 0;
  private part = "";
  private stray = false;

  constructor(private readonly values: Values) {}

  mask(fragment: string): string {
    // Half of a surrogate pair would not survive the way: what is recorded is as unreadable as what came.
    if (!this.dead && !wellFormed(fragment)) return this.fail("\ud800");
    let out = "";
    for (const c of fragment) {
      if (this.dead) break;
      out += this.next(c);
    }
    return out;
  }

  private next(c: string): string {
    switch (this.token) {
      case "string":
        return this.inString(c);
      case "literal":
        return this.inLiteral(c);
      case "number":
        return this.inNumber(c);
    }
    return this.between(c);
  }

  private fail(defect: string): string {
    this.dead = true;
    return defect;
  }

  private between(c: string): string {
    if (c === " " || c === "\t" || c === "\r" || c === "\n") return c;
    const top = this.open[this.open.length - 1];
    switch (this.expect) {
      case "value":
        return this.begin(c);
      case "valueOrEnd":
        return c === "]" ? this.close(c) : this.begin(c);
      case "name":
      case "nameOrEnd":
        if (c === '"') return this.beginString(true);
        if (c === "}" && this.expect === "nameOrEnd") return this.close(c);
        this.stray = /[-0-9tfn]/.test(c); // it is read before it is refused
        return this.stray ? this.begin(c) : this.fail("!");
      case "colon":
        if (c !== ":") return this.fail("!");
        this.expect = "value";
        return c;
      case "commaOrEnd":
        if (c === ",") {
          this.expect = top === "{" ? "name" : "value";
          return c;
        }
        return c === (top === "{" ? "}" : "]") ? this.close(c) : this.fail("!");
      case "nothing":
        // What follows the root is trailing data, whatever it is.
        return this.fail("!");
    }
  }

  private begin(c: string): string {
    if (c === "{" || c === "[") {
      this.open.push(c);
      this.expect = c === "{" ? "nameOrEnd" : "valueOrEnd";
      if (this.open.length > maxDepth) this.dead = true;
      return c;
    }
    if (c === '"') return this.beginString(false);
    const literal = { t: "true", f: "false", n: "null" }[c];
    if (literal !== undefined) {
      [this.token, this.literal, this.matched] = ["literal", literal, 1];
      return c;
    }
    const part = after("", c);
    if (part === undefined) return this.fail("!");
    [this.token, this.part] = ["number", part];
    return this.stray ? numberShape[part]! : c;
  }

  private inNumber(c: string): string {
    const part = after(this.part, c);
    if (part !== undefined) {
      const changed = part !== this.part;
      this.part = part;
      return !this.stray ? c : changed ? numberShape[part]! : "";
    }
    if (!/^(zero|integer|fraction|power)$/.test(this.part)) return this.fail("!");
    const defect = this.ended();
    return this.dead ? defect : this.between(c);
  }

  private close(c: string): string {
    this.open.pop();
    return c + this.ended();
  }

  /** Goes on behind a value. */
  private ended(): string {
    this.token = "none";
    if (this.stray) return this.fail("!");
    this.expect = this.open.length === 0 ? "nothing" : "commaOrEnd";
    return "";
  }

  private inLiteral(c: string): string {
    if (c !== this.literal[this.matched]) return this.fail("!");
    return ++this.matched === this.literal.length ? c + this.ended() : c;
  }

  private beginString(key: boolean): string {
    [this.token, this.key, this.escape, this.text] = ["string", key, "", ""];
    return '"';
  }

  private inString(c: string): string {
    if (this.escape !== "") return this.inEscape(c);
    if (c === '"') return this.endString();
    if (c === "\\") {
      this.escape = c;
      return "";
    }
    if (c < " ") return this.fail("\\!");
    this.text += c;
    return this.key ? c : "";
  }

  private endString(): string {
    if (this.key) {
      [this.token, this.expect] = ["none", "colon"];
      return '"';
    }
    const placeholder = this.text === "" ? "" : this.values.placeholder(this.text);
    return placeholder + '"' + this.ended();
  }

  /** Goes on with an escape, or with a pair of surrogates. */
  private inEscape(c: string): string {
    this.escape += c;
    const e = this.escape;
    if (e.length > 6) return this.inPair(e);
    if (/^\\["\\/bfnrt]$/.test(e)) return this.escaped();
    if (!/^\\u[0-9a-fA-F]{0,4}$/.test(e)) return this.fail("\\!");
    const whole = e.length === 6 && !/^\\u[dD][89a-fA-F]/.test(e);
    return whole ? this.escaped() : "";
  }

  /** Goes on behind a surrogate: the other half must follow, and it must be the first of two. */
  private inPair(e: string): string {
    if (!/^\\(u([dD]([c-fC-F][0-9a-fA-F]{0,2})?)?)?$/.test(e.slice(6))) return this.fail("\\ud800x");
    if (e.length < 12) return "";
    return /^\\u[dD][89abAB]/.test(e) ? this.escaped() : this.fail("\\ud800x");
  }

  private escaped(): string {
    const text = this.escape;
    this.escape = "";
    this.text += JSON.parse(`"${text}"`) as string;
    return this.key ? text : "";
  }
}

type Expect = "value" | "valueOrEnd" | "name" | "nameOrEnd" | "colon" | "commaOrEnd" | "nothing";

/** How deep arguments may be nested: as deep as toolverdict reads where nothing else is configured. */
const maxDepth = 128;

/** Where in its grammar a number is with one more character, undefined if the character is no part of it. */
function after(part: string, c: string): string | undefined {
  if (c >= "0" && c <= "9") return digit[part] ?? (c === "0" && (part === "" || part === "sign") ? "zero" : integer[part]);
  switch (c) {
    case "-":
    case "+":
      return part === "" && c === "-" ? "sign" : part === "exponent" ? "expSign" : undefined;
    case ".":
      return part === "zero" || part === "integer" ? "point" : undefined;
    case "e":
    case "E":
      return part === "zero" || part === "integer" || part === "fraction" ? "exponent" : undefined;
  }
  return undefined;
}

const digit: { [part: string]: string } = { point: "fraction", fraction: "fraction", exponent: "power", expSign: "power", power: "power" };
const integer: { [part: string]: string } = { "": "integer", sign: "integer", integer: "integer" };

/** Shows in which part a number is, where its digits are not shown. */
const numberShape: { [part: string]: string } = {
  sign: "-", zero: "1", integer: "1", point: ".", fraction: "1", exponent: "e", expSign: "+", power: "1",
};

function wellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Numbers what was masked in a stream, so that it can still be seen which values are equal. */
export class Values {
  private readonly known = new Map<string, number>();

  placeholder(text: string): string {
    let n = this.known.get(text);
    if (n === undefined) {
      n = this.known.size + 1;
      this.known.set(text, n);
    }
    return `[redacted]#${n}`;
  }
}
