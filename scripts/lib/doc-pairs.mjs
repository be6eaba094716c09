/** A rule of the linter: two doc comments in a row. The first stood over something that has moved away, and now says what is not so. */

/** @type {import("eslint").Rule.RuleModule} */
export const docPairs = {
  meta: {
    type: "problem",
    schema: [],
    messages: { pair: "it stands over no code: put it where what it says is, or make one of the two" },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      Program() {
        const docs = sourceCode.getAllComments().filter(({ type, value }) => type === "Block" && value.startsWith("*"));
        for (const [at, doc] of docs.entries()) {
          const [next, { range, loc }] = [docs[at + 1], doc];
          // What a file begins with is about the file.
          if (!next?.range || !range || !loc || range[0] === 0) continue;
          if (/^[^\S\n]*\n[^\S\n]*$/.test(sourceCode.text.slice(range[1], next.range[0])))
            context.report({ loc, messageId: "pair" });
        }
      },
    };
  },
};
