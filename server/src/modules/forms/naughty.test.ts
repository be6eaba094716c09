/** E24: 515 texts that break what was not thought of, through every kind of text a form has: kept, listed, shown, exported as they were. */
import {
  customerFormConfApi,
  customerFormDataApi as api,
  formDataApi,
  recordSheetApi,
} from "@liantai/api/contract/workorder";
import { formLimits } from "@liantai/api/forms";
import { fileApi } from "@liantai/api/contract/admin";
import { readRows, unguardFormula } from "../../sheets/index.ts";
import { naughtyStrings } from "../../testing/naughty/index.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { addForm, input, listRecords } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

/** Blanks at the edges are no part of a text; nothing else is changed. */
const kept = (text: string): string => text.trim();
const texts = naughtyStrings.filter((text) => kept(text) !== "");
/** A name has 255 characters at most. */
const fileNameOf = (text: string): string => `${[...text].slice(0, 120).join("")}.png`;
const wholeSheet = { maxRows: 2_000, maxColumns: 50 };

test("there are 515 of them", () => {
  expect(naughtyStrings).toHaveLength(515);
  expect(texts.length).toBeGreaterThan(500);
});

test("E24 inputs, text areas, cells of rows, names of files: list, record, export and its import have what was typed", async () => {
  const { administrator } = office;
  const formId = await addForm(administrator, [
    input("title", "标题", { maxLength: formLimits.input, query: true }),
    { type: "textarea", name: "remark", label: "备注", maxLength: 4_000 },
    {
      ...{ type: "rows", name: "goods", label: "明细" },
      ext: { rows: { fields: [input("what", "内容", { maxLength: formLimits.input })] } },
    },
    { type: "uploads", name: "files", label: "附件", amount: 1 },
  ]);
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const {
    files: [file],
  } = await administrator.call(fileApi.upload, { body: { files: new File([png], "图.png") } as never });
  const valuesOf = (text: string) => ({
    ...{ title: kept(text), remark: kept(text), goods: [{ what: kept(text) }] },
    files: [{ name: file!.id, fileName: fileNameOf(text) }],
  });
  const ids = new Map<string, string>();
  for (const text of texts) {
    const values = { ...valuesOf(text), title: text, remark: text, goods: [{ what: text }] };
    ids.set((await administrator.call(api.add, { body: { formId, values } })).id, text);
  }
  expect(ids.size).toBe(texts.length);
  const listed = new Map<string, object>();
  for (let pageNo = 1; listed.size < texts.length && pageNo < 10; pageNo += 1)
    for (const { id, values } of (await listRecords(administrator, formId, { pageNo, pageSize: 200 })).list)
      listed.set(id, values);
  for (const [id, text] of ids) {
    expect(listed.get(id)).toEqual(valuesOf(text));
    expect((await administrator.call(formDataApi.find, { body: { id } })).record.values).toEqual(valuesOf(text));
  }
  const { bytes } = await administrator.file(recordSheetApi.exportNow, { query: { formId } });
  const cells: string[] = [];
  for await (const { cells: row } of readRows(bytes, wholeSheet)) cells.push(String(row[0]));
  // What would be a formula has an apostrophe before it, which an import takes off again.
  expect(cells.slice(1).map(unguardFormula).sort()).toEqual([...ids.values()].map((text) => sheetText(text)).sort());
  for (const text of cells.slice(1)) expect(text).not.toMatch(/^[=@]/);
});

/** XML has no place for most control characters, nor for the two that are none. */
const sheetText = (text: string): string =>
  [...kept(text)]
    .filter((one) => (one >= " " || "\t\n\r".includes(one)) && !"\u007f\ufffe\uffff".includes(one))
    .join("");

test("E24 labels and names of options are as they were designed, and stand so in the list of the form and its template", async () => {
  const { administrator } = office;
  const short = [...new Set(texts.map(kept))].filter((text) => [...text].length <= formLimits.label);
  expect(short.length).toBeGreaterThan(200);
  for (let from = 0; from < short.length; from += 100) {
    const part = short.slice(from, from + 100);
    const fields = [
      ...part.map((label, at) => input(`f${at}`, label)),
      {
        ...{ type: "select" as const, name: "kind", label: "类型" },
        items: part.map((label_name, at) => ({ label_name, label_value: String(at) })),
      },
    ];
    const id = await addForm(administrator, fields);
    expect((await administrator.call(customerFormConfApi.findById, { query: { id } })).fields).toEqual(fields);
    const { id: record } = await administrator.call(api.add, { body: { formId: id, values: { kind: "0", f0: "x" } } });
    expect((await administrator.call(api.findById, { body: { id: record } })).values).toEqual({ kind: "0", f0: "x" });
  }
});

/** What no file system and no header takes: the way there, controls, what turns the reading direction, what Windows keeps for itself. */
const forbidden = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb<>:"|?*\\/]/u;

test("E24 as the name of an uploaded file: nothing is refused, what a file system takes is kept and comes back by that name", async () => {
  const { administrator } = office;
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  let whole = 0;
  for (const text of naughtyStrings) {
    const given = fileNameOf(text);
    const { files } = await administrator.call(fileApi.upload, { body: { files: new File([png], given) } as never });
    const [{ id, name } = { id: "", name: "" }] = files;
    expect([given, name]).toEqual([given, expect.stringMatching(/^[^.].*\.png$/su)]);
    expect([given, forbidden.test(name), [...name].length <= 120]).toEqual([given, false, true]);
    const plain = text.trim().normalize("NFC");
    if (plain !== "" && !forbidden.test(plain) && /^[^.\s]/u.test(plain) && [...plain].length <= 116) {
      whole += 1;
      // A device's name of Windows is told apart by a line before it.
      if (!/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(plain)) expect(name).toBe(`${plain}.png`);
    }
    const reply = await administrator.file(fileApi.down, { query: { id } } as never);
    const said = String(reply.headers["content-disposition"]);
    const [, encoded = ""] = /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''([\x21-\x7e]+)$/.exec(said) ?? [];
    expect([given, decodeURIComponent(encoded), reply.bytes.equals(Buffer.from(png))]).toEqual([given, name, true]);
  }
  expect(whole).toBeGreaterThan(190);
});
