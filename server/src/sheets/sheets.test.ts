/** Workbooks against exceljs: it reads what we write, we read what it writes; and what strangers send on purpose. */
import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import { ZipFile } from "yazl";
import exceljs from "exceljs";
import { checkRows, guardFormula, readRows, unguardFormula, writeSheet, type SheetContent } from "./index.ts";

const written = async (content: SheetContent): Promise<Buffer> => Buffer.from(await buffer(writeSheet(content)));
const parsed = async (bytes: Uint8Array) => {
  const book = new exceljs.Workbook();
  await book.xlsx.load(bytes as never);
  return book;
};
const all = async (source: string | Uint8Array, options: Partial<Parameters<typeof readRows>[1]> = {}) => {
  const rows = [];
  for await (const row of readRows(source, { maxRows: 1_000, ...options })) rows.push(row);
  return rows;
};
const zipped = async (parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream));
};
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const rels = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const package_ = "http://schemas.openxmlformats.org/package/2006/relationships";
const book = (sheet: string | Buffer, more: Readonly<Record<string, string>> = {}): Promise<Buffer> =>
  zipped({
    "_rels/.rels":
      `<Relationships xmlns="${package_}">` +
      `<Relationship Id="a" Type="${rels}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${rels}"><sheets><sheet name="一" sheetId="1" r:id="s"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      `<Relationships xmlns="${package_}">` +
      `<Relationship Id="s" Type="${rels}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="t" Type="${rels}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheet,
    ...more,
  });
const sheetOf = (rows: string): string =>
  `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;

describe("writing", () => {
  test("exceljs reads it: texts, numbers, blanks, escapes, line breaks; the heading is bold and stays", async () => {
    const rows = [
      ["张三", 5, null, '<a & "b">'],
      [" 前后 ", -2.5, "", "一行\n二行"],
      ["表情😀", 0, undefined, "x\u0000\u001by_x0041_"],
    ];
    const bytes = await written({
      columns: [{ title: "姓名" }, { title: "数量", width: 8 }, { title: "空" }, { title: "其他" }],
      rows,
    });
    const sheet = (await parsed(bytes)).worksheets[0]!;
    expect(
      sheet
        .getSheetValues()
        .slice(1)
        .map((row) => (row as unknown[]).slice(1)),
    ).toEqual([
      ["姓名", "数量", "空", "其他"],
      ["张三", 5, , '<a & "b">'],
      [" 前后 ", -2.5, , "一行\n二行"],
      ["表情😀", 0, , "xy_x005F_x0041_"],
    ]);
    // Excel takes the escape for the text _x0041_, and so do we; exceljs does not know it.
    expect((await all(bytes))[3]!.cells[3]).toBe("xy_x0041_");
    expect(sheet.getCell("A1").font.bold).toBe(true);
    expect(sheet.views[0]).toMatchObject({ state: "frozen", ySplit: 1 });
  });

  test("a full sheet goes on in the next, with its heading", async () => {
    const book = await parsed(
      await written({
        columns: [{ title: "n" }],
        rows: Array.from({ length: 7 }, (_, n) => [n]),
        rowsPerSheet: 4,
        name: "记录",
      }),
    );
    expect(book.worksheets.map((sheet) => [sheet.name, sheet.getColumn(1).values.slice(1)])).toEqual([
      ["记录", ["n", 0, 1, 2]],
      ["记录2", ["n", 3, 4, 5]],
      ["记录3", ["n", 6]],
    ]);
  });

  test("no rows make a heading", async () => {
    expect(await all(await written({ columns: [{ title: "甲" }, { title: "乙" }], rows: [] }))).toEqual([
      { row: 1, cells: ["甲", "乙"] },
    ]);
  });

  test("a failure of the rows is the failure of the stream; a stream that is left ends the rows", async () => {
    async function* failing() {
      yield ["a"];
      throw new Error("the database is away");
    }
    await expect(written({ columns: [{ title: "a" }], rows: failing() })).rejects.toThrow("the database is away");
    let ended = false;
    function* endless() {
      try {
        for (;;) yield ["x".repeat(1_000)];
      } finally {
        ended = true;
      }
    }
    for await (const _ of writeSheet({ columns: [{ title: "a" }], rows: endless() })) break;
    for (let turn = 0; turn < 100 && !ended; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(true);
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ["-2+3", "'-2+3"],
    ["@SUM(1)", "'@SUM(1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["  =1", "'  =1"],
    ["\u3000＝1", "'\u3000＝1"],
    ["＋1+1", "'＋1+1"],
    ["\ufeff=1", "'\ufeff=1"],
    ["\n@x", "'\n@x"],
    ["+8613812345678", "+8613812345678"],
    ["-5", "-5"],
    ["-5.25", "-5.25"],
    ["张三=李四", "张三=李四"],
    ["a=b", "a=b"],
    ["", ""],
    ["（空）", "（空）"],
    ["'quoted", "'quoted"],
    ["'=1+1", "''=1+1"],
    ["''-2+3", "'''-2+3"],
    ["'-5", "'-5"],
  ])("the text %j is written as %j", async (given, kept) => {
    expect(guardFormula(given)).toBe(kept);
    if (kept !== given) expect(unguardFormula(kept)).toBe(given);
    const cell = (await parsed(await written({ columns: [{ title: "a" }], rows: [[given]] }))).worksheets[0]!.getCell(
      "A2",
    );
    expect(cell.formula).toBeUndefined();
  });
});

describe("reading", () => {
  test("what exceljs writes: shared and rich text, numbers, dates, formulas, links, gaps", async () => {
    const made = new exceljs.Workbook();
    const sheet = made.addWorksheet("数据");
    made.addWorksheet("第二").addRow(["别的"]);
    sheet.addRow(["工号", "姓名", "日期", "数"]);
    sheet.addRow([
      "0012",
      { richText: [{ text: "李" }, { font: { bold: true }, text: "晓雯" }] },
      new Date(Date.UTC(2026, 2, 2)),
      13_812_345_678,
    ]);
    sheet.addRow([]);
    sheet.addRow([
      null,
      { text: "链接", hyperlink: "https://a.cn" },
      new Date(Date.UTC(2026, 2, 2, 13, 5, 9)),
      0.1 + 0.2,
    ]);
    sheet.addRow([true, { formula: "1+1", result: 2 }, "2026", 1e-7]);
    sheet.getCell("C2").numFmt = 'yyyy"年"m"月"d"日"';
    sheet.getCell("C4").numFmt = "yyyy-mm-dd hh:mm:ss";
    const bytes = Buffer.from(await made.xlsx.writeBuffer());
    expect(await all(bytes)).toEqual([
      { row: 1, cells: ["工号", "姓名", "日期", "数"] },
      { row: 2, cells: ["0012", "李晓雯", "2026-03-02", "13812345678"] },
      { row: 4, cells: ["", "链接", "2026-03-02 13:05:09", "0.3"] },
      { row: 5, cells: ["TRUE", "2", "2026", "1e-7"] },
    ]);
    expect(await all(bytes, { sheet: "第二" })).toEqual([{ row: 1, cells: ["别的"] }]);
    expect(await all(bytes, { sheet: 1 })).toHaveLength(1);
    await expect(all(bytes, { sheet: "没有" })).rejects.toThrow("文件中没有工作表“没有”");
  });

  test("F112 zeros that a format of nothing but zeros shows are read", async () => {
    const made = new exceljs.Workbook();
    const sheet = made.addWorksheet("一");
    const shown = (given: number, numFmt: string, column: number) =>
      Object.assign(sheet.getCell(1, column), { value: given, numFmt });
    shown(5_712_345_678, "000000000000", 1);
    shown(7, "000000;-000000", 2);
    shown(0, "00", 3);
    shown(13_812_345_678, "000", 4);
    shown(-5, "000", 5);
    shown(1.5, "000", 6);
    shown(7, "0.00", 7);
    shown(7, "0", 8);
    shown(7, "0".repeat(200), 9);
    const [first] = await all(Buffer.from(await made.xlsx.writeBuffer()));
    expect(first?.cells).toEqual(["005712345678", "000007", "00", "13812345678", "-5", "1.5", "7", "7", "7"]);
  });

  test("its own files, in pieces that cut anywhere", async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => [
      `坐席${n}`,
      n,
      n % 7 === 0 ? "" : `备注&<${"长".repeat(n % 90)}>`,
    ]);
    const read = await all(await written({ columns: [{ title: "a" }, { title: "b" }, { title: "c" }], rows }), {
      maxRows: 3_001,
    });
    expect(read.slice(1).map(({ cells }) => cells)).toEqual(
      rows.map((row) => row.map(String)).map((row) => (row[2] === "" ? row.slice(0, 2) : row)),
    );
  });

  test("prefixes, single quotes, phonetic readings, escapes, self-closed cells, rows without numbers", async () => {
    const strings =
      `<x:sst xmlns:x="${main}"><x:si><x:t>漢</x:t><x:rPh sb="0" eb="1"><x:t>かん</x:t></x:rPh></x:si>` +
      `<x:si><x:r><x:t xml:space="preserve">a </x:t></x:r><x:r><x:t>b&#x4e00;&amp;_x0041_</x:t></x:r></x:si></x:sst>`;
    const sheet =
      `<x:worksheet xmlns:x="${main}"><x:rowBreaks/><x:sheetData>` +
      `<x:row><x:c t='s' r='A1'><x:v>0</x:v></x:c><x:c r="B1"/><x:c t="s" r="C1"><x:v>1</x:v></x:c></x:row>` +
      `<x:row/><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    expect(await all(await book(sheet, { "xl/sharedStrings.xml": strings }))).toEqual([
      { row: 1, cells: ["漢", "", "a b一&A"] },
      { row: 3, cells: ["7"] },
    ]);
  });

  // The same sentence as in the page, before the file leaves (shared/ui, files.test.tsx).
  const foreign = "只能上传xlsx文件，csv、xls等其他表格请用Excel或WPS另存为xlsx后再上传";
  test.each([
    ["too many rows", () => book(sheetOf("<row><c><v>1</v></c></row>".repeat(11))), "文件的数据不能超过9行"],
    ["text", async () => Buffer.from("工号,姓名\n1,2"), foreign],
    [
      "an old or encrypted workbook",
      async () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]),
      foreign,
    ],
    ["an archive that is no workbook", () => zipped({ "a.txt": "x" }), foreign],
    [
      "entities that expand",
      () => book(`<!DOCTYPE a [<!ENTITY b "${"x".repeat(50)}">]>${sheetOf('<row><c t="str"><v>&b;</v></c></row>')}`),
      foreign,
    ],
    [
      "entities in the workbook part",
      async () =>
        book(sheetOf(""), {
          "xl/workbook.xml": `<!DOCTYPE a><workbook><sheets><sheet name="&b;" r:id="s"/></sheets></workbook>`,
        }),
      foreign,
    ],
    [
      "a bomb",
      () => book(sheetOf(`<row><c t="str"><v>${"0".repeat(40_000_000)}</v></c></row>`)),
      "文件内容过大，请拆分后再上传",
    ],
    [
      "more than allowed unpacked",
      () =>
        book(
          Buffer.from(
            sheetOf(
              Array.from({ length: 60_000 }, (_, n) => `<row><c><v>${(n * 7919) % 65_521}</v></c></row>`).join(""),
            ),
          ),
        ),
      "文件内容过大，请拆分后再上传",
    ],
    [
      "too many parts",
      () => zipped(Object.fromEntries(Array.from({ length: 2_100 }, (_, n) => [`p${n}`, ""]))),
      foreign,
    ],
    [
      "a row without end",
      () =>
        book(
          Buffer.from(
            `<worksheet><sheetData><row><c t="str"><v>${Array.from(
              { length: 2_000_000 },
              (_, n) => `${(n * 7919) % 65_521}${n}`,
            ).join("")}`,
          ),
        ),
      "文件内容过大，请拆分后再上传",
    ],
    ["a sheet that was cut off", () => book('<worksheet><sheetData><row r="1"><c t="str"><v>abc'), foreign],
  ])("refuses %s", async (_what, make, message) => {
    const bytes = await make();
    const limits = { maxRows: 10, maxBytes: _what === "more than allowed unpacked" ? 1_000_000 : 256 * 1024 * 1024 };
    const refusal = { error: "invalid", message, data: { fields: [{ path: "files" }] } };
    await expect(all(bytes, limits)).rejects.toMatchObject(refusal);
    await expect(checkRows(bytes, limits)).rejects.toMatchObject(refusal);
  });

  test("rows that hold formats and nothing else are none of too many", async () => {
    const bytes = await book(sheetOf('<row><c s="1"/></row>'.repeat(50) + "<row><c><v>1</v></c></row>".repeat(3)));
    await expect(checkRows(bytes, { maxRows: 3 })).resolves.toEqual([]);
    await expect(checkRows(bytes, { maxRows: 2 })).rejects.toMatchObject({ message: "文件的数据不能超过1行" });
  });

  test("a part that is larger than its directory says is refused before it is unpacked", async () => {
    const content = Buffer.from(
      sheetOf(Array.from({ length: 50_000 }, (_, n) => `<row><c><v>${(n * 7919) % 65_521}</v></c></row>`).join("")),
    );
    const honest = await book(content);
    // The declared sizes of the sheet, in its local header and in the directory.
    const lie = Buffer.from(honest);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(1_000);
    for (let at = lie.indexOf(size); at >= 0; at = lie.indexOf(size, at + 1)) small.copy(lie, at);
    await expect(all(lie)).rejects.toMatchObject({ error: "invalid" });
    expect(await all(honest, { maxRows: 60_000 })).toHaveLength(50_000);
  });

  test("an encrypted part is told apart", async () => {
    const data = deflateRawSync(Buffer.from("x"));
    const name = Buffer.from("xl/workbook.xml");
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(1, 6);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32("x"), 14);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(1, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(1, 8);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(crc32("x"), 16);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(1, 24);
    central.writeUInt16LE(name.length, 28);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(46 + name.length, 12);
    end.writeUInt32LE(30 + name.length + data.length, 16);
    await expect(all(Buffer.concat([local, name, data, central, name, end]))).rejects.toThrow(
      "文件已加密，请取消加密后再上传",
    );
  });
});
