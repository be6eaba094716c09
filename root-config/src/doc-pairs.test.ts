/** A doc comment stands over what it is about. */
import { Linter } from "eslint";
// eslint-disable-next-line import-x/no-relative-packages -- the scripts are no package
import { docPairs } from "../../scripts/lib/doc-pairs.mjs";

const linter = new Linter();
const found = (text: string): readonly number[] =>
  linter
    .verify(text, { plugins: { local: { rules: { docPairs } } }, rules: { "local/docPairs": "error" } })
    .map(({ line }) => line);

test("of two in a row the first is refused", () => {
  expect(found("const a = 1;\n/** Of b. */\n/** Of c. */\nconst c = 1;")).toEqual([2]);
  expect(found("const a = {\n  /** Of b. */\n  /**\n   * Of c.\n   */\n  c: 1,\n};")).toEqual([2]);
});

test("the file's own, one with a line between, and one beside code are not", () => {
  expect(found("/** Of the file. */\n/** Of a. */\nconst a = 1;")).toEqual([]);
  expect(found("const a = 1;\n/** A part of the file. */\n\n/** Of b. */\nconst b = 1;")).toEqual([]);
  expect(found("const a = {\n  /** Of b. */ b: 1,\n  /** Of c. */ c: 1,\n};")).toEqual([]);
});
