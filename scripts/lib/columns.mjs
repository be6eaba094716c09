/** A rule of the linter: how wide a line is on a screen. ESLint's own max-len counts characters, of which Chinese ones take two columns. */

/** Wide and Fullwidth of Unicode's East Asian Width, as far as they are assigned in blocks. */
const blocks = [
  "\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff",
  "\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1faff}\u{20000}-\u{3fffd}",
];
const wide = new RegExp(`[${blocks.join("")}]`, "gu");

/**
 * @param {string} line
 * @returns {number}
 */
const widthOf = (line) => [...line].length + (line.match(wide)?.length ?? 0);

/** @type {import("eslint").Rule.RuleModule} */
export const columns = {
  meta: {
    type: "layout",
    schema: [{ type: "integer", minimum: 1 }],
    messages: { wide: "{{width}} columns, {{most}} at most: a Chinese character is two" },
  },
  create(context) {
    const [most] = context.options;
    return {
      Program() {
        for (const [at, line] of context.sourceCode.lines.entries()) {
          if (line.length * 2 <= most) continue;
          const width = widthOf(line);
          if (width <= most) continue;
          const loc = { start: { line: at + 1, column: 0 }, end: { line: at + 1, column: line.length } };
          context.report({ loc, messageId: "wide", data: { width: `${width}`, most: `${most}` } });
        }
      },
    };
  },
};
