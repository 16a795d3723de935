/** An object of a delta, as JSON gives it. */
export type Members = { [member: string]: unknown };

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a member says something: absent, null, false and empty ones don't. */
function given(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** Whether a value is of a kind that a delta's main member has. */
export function readable(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

/** The values at a path of member names. What is in a list is at the path of the list. */
function at(value: unknown, path: string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((element) => at(element, path));
  const [member, ...rest] = path;
  if (member === undefined || !isObject(value) || !Object.hasOwn(value, member)) return [];
  return rest.length === 0 ? [value[member]] : at(value[member], rest);
}

/** Whether a delta meets one of the conditions: a path that is given, or path=value. */
export function meets(delta: Members, conditions: string[]): boolean {
  return conditions.some((condition) => {
    const [path = "", wanted] = condition.split("=", 2);
    return at(delta, path.split(".")).some((value) => (wanted === undefined ? given(value) : value === wanted));
  });
}
