// What is too weak against its background: texts, and the shapes of pictures.
(() => {
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const channels = (colour) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = colour;
		canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data];
	};
	const luminance = (colour) => {
		const [r, g, b] = channels(colour).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const ratio = (a, b) => {
		const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
		return (light + 0.05) / (dark + 0.05);
	};
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const ground = getComputedStyle(e).backgroundColor;
			if (channels(ground)[3] === 255) return ground;
		}
		return "white";
	};
	const weak = [];
	const check = (what, colour, ground, least) => {
		const r = ratio(colour, ground);
		if (r < least) weak.push(`${what}: ${colour} on ${ground} is ${r.toFixed(2)}`);
	};
	let texts = 0;
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const e = walker.currentNode.parentElement;
		if (!walker.currentNode.data.trim() || !e.checkVisibility() || e.closest("title, style")) continue;
		texts++;
		const style = getComputedStyle(e);
		check(walker.currentNode.data.trim().slice(0, 40), e instanceof SVGElement ? style.fill : style.color, behind(e), 4.5);
	}
	let shapes = 0;
	for (const e of document.querySelectorAll(".lane svg rect, .lane svg path, .lane svg line, .bar rect, .trend rect")) {
		if (e.matches(".f-ground, .f-none")) continue;
		shapes++;
		const ground = e.closest("svg").querySelector(".f-ground");
		const style = getComputedStyle(e);
		const colour = e.matches("line") ? style.stroke : style.fill;
		check(e.getAttribute("class"), colour, ground ? getComputedStyle(ground).fill : behind(e), 3);
	}
	return { Texts: texts, Shapes: shapes, Ground: getComputedStyle(document.body).backgroundColor, Weak: [...new Set(weak)].slice(0, 20) };
})()
