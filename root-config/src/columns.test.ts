/** A line is at most 140 columns wide on a screen, whatever it says and wherever it stands. */
import { Linter } from "eslint";
// eslint-disable-next-line import-x/no-relative-packages -- the scripts are no package
import { columns } from "../../scripts/lib/columns.mjs";

const linter = new Linter();
/** Lines that are too wide at 140. */
const wideIn = (text: string): readonly number[] =>
  linter
    .verify(text, { plugins: { local: { rules: { columns } } }, rules: { "local/columns": ["error", 140] } })
    .map(({ line }) => line);

test("letters take one column, and so do quotation marks, whose width is the font's", () => {
  expect(wideIn(`// ${"a“".repeat(68)}a`)).toEqual([]);
  expect(wideIn(`\n// ${"a“".repeat(68)}ab`)).toEqual([2]);
});

test.each(["号", "，", "（", "Ａ", "한", "𠮷", "😀"])("%s takes two columns", (wide) => {
  const line = `// ${wide.repeat(68)}`;
  expect(wideIn(`${line}a`)).toEqual([]);
  expect(wideIn(`${line}ab`)).toEqual([1]);
});

test("texts are no exception", () => {
  expect(wideIn(`const a = "${"号".repeat(70)}";`)).toEqual([1]);
  expect(wideIn(`const a = \`\n${"号".repeat(71)}\n\`;`)).toEqual([2]);
});
