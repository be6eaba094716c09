/** Documents made to be slow: where a pattern began anew at each tag these would take minutes, and everybody's calls would wait. */
import { elements } from "./elements.ts";
import { readFormats } from "./formats.ts";
import { joinRuns } from "./strings.ts";
import { elementOf, tags } from "./xml.ts";

const many = 600_000;

test.each([
  ["an element that never ends", () => readFormats("<cellXfs>".repeat(many)), []],
  ["a tag that never ends", () => [...tags("<numFmt ".repeat(many), "numFmt")], []],
  ["a prefix that never ends", () => [...tags(`<${"a".repeat(4_000_000)}`, "numFmt")], []],
  ["a reading that never ends", () => joinRuns(`<t>名</t>${'<rPh sb="0">'.repeat(many)}`, ""), "名"],
])("%s is read in one go", (_what, read, expected) => {
  expect(read()).toEqual(expected);
});

test("a row that never ends is refused, and not searched anew with each piece that comes", async () => {
  async function* document(): AsyncGenerator<string> {
    yield '<worksheet><sheetData><row r="1">';
    for (let i = 0; i < 20_000; i += 1) yield await Promise.resolve("<c/>".repeat(256));
  }
  const read = async () => {
    for await (const _ of elements(document(), "row", () => undefined)) throw new Error("there is none");
  };
  await expect(read()).rejects.toThrow("文件内容过大，请拆分后再上传");
});

test("what a pattern found is found: prefixes, blanks, ends in pieces", async () => {
  expect([...tags('<x:numFmt numFmtId="1"/><numFmts/><numFmt\nnumFmtId="2">', "numFmt")]).toEqual([
    '<x:numFmt numFmtId="1"/>',
    '<numFmt\nnumFmtId="2">',
  ]);
  expect(elementOf("<a><x:b k='1'><c/></x:b></a>", "b")).toBe("<x:b k='1'><c/>");
  expect(joinRuns("<t>东</t><rPhOf/><rPh a='1'><t>x</t></rPh><t>京</t><rPh><t>y</t></rPh>", "")).toBe("东京");
  const text = '<worksheet><sheetData><row r="1"><c/></row><row r="2"/><row r="3"></row></sheetData></worksheet>';
  for (let size = 1; size <= 12; size += 1) {
    const pieces = text.match(new RegExp(`.{1,${size}}`, "g"))!;
    async function* document(): AsyncGenerator<string> {
      for (const piece of pieces) yield await Promise.resolve(piece);
    }
    const found: string[] = [];
    for await (const some of elements(document(), "row", () => undefined))
      found.push(...some.map(({ tag, inner }) => `${tag}|${inner}`));
    expect(found).toEqual(['<row r="1"|<c/>', '<row r="2"|', '<row r="3"|']);
  }
});
