/**
 * What stands beside the product's imports and exports: bare inserts of the same rows, and exceljs with yup as its documentation shows it.
 */
import type { FormValues } from "@liantai/api/forms";
import exceljs from "exceljs";
import { createWriteStream } from "node:fs";
import pg from "pg";
import { array, object, string, type Schema } from "yup";
import { allRows, barred, doubled, fields, rowsThere, rowOf, titles, wrong } from "./data.ts";
import { batchRows, finder, storeLines, type Line, type Place } from "./store.ts";

const number = (places: number) => new RegExp(`^-?\\d+(\\.\\d{1,${places || 1}})?$`);
const names = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`);

/** As one would write it by hand. */
const schemas: Readonly<Record<string, Schema>> = {
  customerName: string().trim().max(30).required(),
  phone: string()
    .trim()
    .matches(/^1\d{10}$/)
    .required(),
  account: string().trim().max(30).required(),
  kind: string().oneOf(names(24)),
  grade: string().oneOf(names(10)),
  wants: array().of(string().oneOf(names(6))),
  amount: string().matches(number(2)),
  since: string().matches(/^\d{4}-\d{2}-\d{2}$/),
  city: string().trim().max(30),
  address: string().trim().max(200),
  company: string().trim().max(30),
  mail: string().email().max(30),
  orders: string().matches(/^\d+$/),
  last: string().matches(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/),
  source: string().trim().max(30),
  manager: string().trim().max(30),
  product: string().trim().max(30),
  contract: string().trim().max(30),
  score: string().matches(number(1)),
  remark: string().trim().max(200),
};
const schema = object(schemas);

const meant = new Map(Array.from({ length: 24 }, (_, n) => [`选项${n}`, `v${n}`]));

function valuesOf(cells: readonly string[]): Record<string, string | string[]> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }, at): [string, string | string[]][] => {
      const text = cells[at] ?? "";
      if (text === "") return [];
      if (type === "checkbox") return [[name, text.split("、").map((one) => meant.get(one) ?? one)]];
      return [[name, type === "select" || type === "radio" ? (meant.get(text) ?? text) : text]];
    }),
  );
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Rows that are good, as they are stored: made before the time is taken. */
export function goodLines(place: Place): Line[] {
  const index = finder(place);
  const seen = new Set<string>();
  const lines: Line[] = [];
  for (let n = 0; n < rowsThere; n += 1) {
    const values = valuesOf(rowOf(n).map(String));
    const phone = String(values["phone"]);
    if (!number(2).test(String(values["amount"])) || phone.startsWith("19998") || seen.has(phone)) continue;
    seen.add(phone);
    lines.push({ values: values as FormValues, found: index(values as FormValues) });
  }
  return lines;
}

export const bareInserts = (url: string, place: Place, lines: readonly Line[]): Promise<void> =>
  connected(url, async (client) => {
    for (let from = 0; from < lines.length; from += batchRows)
      await storeLines(client, place, lines.slice(from, from + batchRows));
  });

/** Reads, checks, looks for what is there twice or barred, and writes in batches. */
export const exceljsImport = (url: string, place: Place, path: string): Promise<number> =>
  connected(url, async (client) => {
    const index = finder(place);
    const seen = new Set<string>();
    let batch: Line[] = [];
    let [saved, rows, refused] = [0, 0, 0];
    const flush = async (): Promise<void> => {
      const phones = batch.flatMap(({ found }) => found.phones);
      const { rows: bars } = await client.query<{ phone: string }>(
        "select phone from black_list where comp_id = $1 and is_prefix = 1",
        [place.compId],
      );
      const { rows: there } = await client.query<{ value: string }>(
        "select value from form_unique where comp_id = $1 and form_id = $2 and value = any($3)",
        [place.compId, place.formId, batch.flatMap(({ found }) => found.uniques.map(({ value }) => value))],
      );
      const taken = new Set(there.map(({ value }) => value));
      const out = new Set(phones.filter((phone) => bars.some((bar) => phone.startsWith(bar.phone))));
      const good = batch.filter(
        ({ found }) =>
          !found.phones.some((one) => out.has(one)) && !found.uniques.some(({ value }) => taken.has(value)),
      );
      refused += batch.length - good.length;
      batch = [];
      if (good.length > 0) await storeLines(client, place, good);
      saved += good.length;
    };
    const options = {
      sharedStrings: "cache",
      worksheets: "emit",
      styles: "cache",
      hyperlinks: "ignore",
      entries: "emit",
    };
    const reader = new exceljs.stream.xlsx.WorkbookReader(
      path,
      options as ConstructorParameters<typeof exceljs.stream.xlsx.WorkbookReader>[1],
    );
    for await (const sheet of reader)
      for await (const row of sheet) {
        if ((rows += 1) === 1) continue;
        const given = valuesOf((row.values as unknown[]).slice(1).map((value) => String(value ?? "")));
        try {
          schema.validateSync(given, { abortEarly: false });
        } catch {
          refused += 1;
          continue;
        }
        const found = index(given as FormValues);
        if (found.uniques.some(({ value }) => seen.has(value))) {
          refused += 1;
          continue;
        }
        for (const { value } of found.uniques) seen.add(value);
        batch.push({ values: given as FormValues, found });
        if (batch.length === batchRows) await flush();
      }
    await flush();
    // It cuts a character in two where one of its pieces ends: some rows more are wrong to it.
    const more = refused - (wrong + doubled + barred);
    if (more < 0 || more > rowsThere / 200) throw new Error(`${refused} rows refused`);
    return saved + more;
  });

/** With shared strings, as Excel writes them. */
export async function makeWorkbook(path: string): Promise<void> {
  const book = new exceljs.stream.xlsx.WorkbookWriter({ filename: path, useSharedStrings: true });
  const sheet = book.addWorksheet("Sheet");
  sheet.addRow(titles).commit();
  let n = 0;
  for (const row of allRows()) {
    sheet.addRow(row).commit();
    // It queues what it is given.
    if ((n += 1) % 2_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await book.commit();
}

/** Pages by key, as ours: every row of the form into a workbook. */
export const exceljsExport = (url: string, { compId, formId }: Place, path: string): Promise<number> =>
  connected(url, async (client) => {
    const stream = createWriteStream(path);
    const book = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
    const sheet = book.addWorksheet("Sheet");
    sheet.addRow([...titles, "来源", "负责人", "创建时间", "更新时间"]).commit();
    const words = new Map(
      fields.map(({ name, items = [] }) => [name, new Map(items.map((one) => [one.label_value, one.label_name]))]),
    );
    const said = (name: string, value: unknown): string =>
      Array.isArray(value)
        ? value.map((one) => words.get(name)!.get(String(one)) ?? String(one)).join("、")
        : (words.get(name)!.get(String(value)) ?? String(value ?? ""));
    let written = 0;
    for (let after: { created_at: Date; id: string } | undefined; ;) {
      const { rows } = await client.query<{
        id: string;
        values: Record<string, unknown>;
        owner_name: string;
        created_at: Date;
        updated_at: Date;
      }>(
        `select id, "values", owner_name, created_at, updated_at from form_record where comp_id = $1 and form_id = $2 and deleted_at is null
           ${after ? "and (created_at, id) < ($3, $4)" : ""} order by created_at desc, id desc limit 1000`,
        [compId, formId, ...(after ? [after.created_at, after.id] : [])],
      );
      for (const row of rows)
        sheet
          .addRow([
            ...fields.map(({ name }) => said(name, row.values[name])),
            ...["导入", row.owner_name, row.created_at.toISOString(), row.updated_at.toISOString()],
          ])
          .commit();
      written += rows.length;
      after = rows.at(-1);
      if (!after) break;
      // It queues what it is given: without a pause all rows stand in memory.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await book.commit();
    return written;
  });
