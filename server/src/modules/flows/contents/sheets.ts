/** Look-up tables as workbooks: rows of one for the draft that is open, and a version as one (docs/protocol.md, G128). */
import { type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { fileTexts } from "@liantai/api/contract/file-rules";
import {
  lookUpColumnFaults,
  lookUpFaultText,
  lookUpInRow,
  lookUpLimits,
  lookUpRowRule,
  mostFaultyRows,
  readLookUp,
  type lookUpSheetApi,
} from "@liantai/api/contract/flow-editor";
import { compOf } from "../../../http/company.ts";
import { isCleanText } from "../../../http/gate/clean.ts";
import { attachment } from "../../../http/names.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { BinaryReply, RequestContext } from "../../../http/routes.ts";
import {
  ownText,
  readRows,
  sheetFault,
  unguardFormula,
  writeSheet,
  xlsxType,
  type SheetRow,
} from "../../../sheets/index.ts";
import type { FlowDeps } from "../deps.ts";
import { lookUpTables } from "./look-up.ts";

type Deps = Pick<FlowDeps, "ports" | "audit">;
type Api = typeof lookUpSheetApi;

/** Of the workbook unpacked: 5,000 rows of 20 cells are some 10 MB of XML, styles and all. */
const mostUnpacked = 64 * 1024 * 1024;
/** Titles named in a refusal. */
const mostNamed = 10;

/** undefined: none are given. */
function columnsGiven(text: string): readonly string[] | undefined {
  if (text === "") return undefined;
  let columns: unknown;
  try {
    columns = JSON.parse(text);
  } catch {
    columns = undefined;
  }
  if (!Array.isArray(columns) || !columns.every((each) => typeof each === "string"))
    throw fieldRefusal("columns", "列", "列只能是列名");
  const [fault] = lookUpColumnFaults(columns);
  if (fault) throw fieldRefusal("columns", "列", lookUpFaultText(columns, fault));
  return columns;
}

/** As the editor has it: a cell is one line. */
const cellOf = (text: string): string => unguardFormula(ownText(text)).replaceAll(/[\r\n\t]+/g, " ");

const listed = (names: readonly string[]): string => {
  const first = names.slice(0, mostNamed).map((name) => `“${name.slice(0, lookUpLimits.column)}”`);
  return `${first.join("、")}${names.length > mostNamed ? `等${names.length}列` : ""}`;
};

interface Head {
  readonly columns: readonly string[];
  /** Where each of them stands in the workbook. */
  readonly places: readonly number[];
}

function headOf(cells: readonly string[], given: readonly string[] | undefined): Head {
  const titles = cells.map((cell) => cellOf(cell).trim());
  const filled = titles.filter((title) => title !== "");
  if (given) {
    const missing = given.filter((name) => !filled.includes(name));
    const unknown = filled.filter((title) => !given.includes(title));
    const twice = given.filter((name) => filled.indexOf(name) !== filled.lastIndexOf(name));
    const wrong = [
      ...(missing.length > 0 ? [`文件缺少列${listed(missing)}`] : []),
      ...(unknown.length > 0 ? [`表里没有列${listed(unknown)}`] : []),
      ...(twice.length > 0 ? [`文件的列${listed(twice)}重复`] : []),
    ];
    if (wrong.length > 0) throw sheetFault(`${wrong.join("；")}。第一行应为列名：${given.join("、")}`);
  }
  const columns = given ?? filled;
  const faults = lookUpColumnFaults(columns).slice(0, mostNamed);
  if (faults.length > 0)
    throw sheetFault(`第一行应为列名：${faults.map((fault) => lookUpFaultText(columns, fault)).join("；")}`);
  return { columns, places: columns.map((name) => titles.indexOf(name)) };
}

/** Rows as they come, each held against the rule that a save goes by. */
class Rows {
  readonly #head: Head;
  readonly #rule: ReturnType<typeof lookUpRowRule>;
  readonly rows: string[][] = [];
  readonly numbers: number[] = [];
  readonly faults: { row: number; message: string }[] = [];
  faulty = 0;

  constructor(head: Head) {
    this.#head = head;
    this.#rule = lookUpRowRule(head.columns);
  }

  take({ row, cells: given, wrong: strange }: SheetRow): void {
    if (!strange && given.every((cell) => cell.trim() === "")) return;
    const cells = this.#head.places.map((place, at) => {
      const cell = cellOf(given[place] ?? "");
      return at === 0 ? cell.trim() : cell;
    });
    const { columns, places } = this.#head;
    const broken = places.flatMap((place, at) => (strange?.has(place) ? [`${columns[at]}${strange.get(place)}`] : []));
    const wrong = broken.length > 0 ? broken : this.#wrong(row, cells, given);
    if (wrong.length > 0) {
      this.faulty += 1;
      if (this.faults.length < mostFaultyRows) this.faults.push({ row, message: wrong.join("；") });
    } else {
      this.rows.push(cells);
      this.numbers.push(row);
    }
  }

  #wrong(row: number, cells: readonly string[], given: readonly string[]): readonly string[] {
    const { columns, places } = this.#head;
    const strange = cells.flatMap((cell, column) =>
      isCleanText(cell) ? [] : [{ row, column, message: "含有无法识别的字符" }],
    );
    const wrong = [...this.#rule(row, cells), ...strange].map((fault) => lookUpInRow(columns, fault));
    const beside = given.findIndex((cell, place) => cell.trim() !== "" && !places.includes(place));
    return beside < 0 ? wrong : [...wrong, `第${beside + 1}列有内容，但第一行没有它的列名`];
  }
}

async function readSheet(
  _: Deps,
  { columns: given, compId }: BodyOf<Api["read"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["read"]>> {
  compOf(context.caller, compId);
  const columns = columnsGiven(given);
  const [file, ...more] = context.files;
  if (!file) throw sheetFault("请选择要导入的文件");
  if (more.length > 0) throw sheetFault(fileTexts.tooMany(1));
  let taken: { readonly head: Head; readonly of: Rows } | undefined;
  for await (const row of readRows(file.path, { maxRows: lookUpLimits.rows + 1, maxBytes: mostUnpacked })) {
    if (taken) taken.of.take(row);
    else {
      const head = headOf(row.cells, columns);
      taken = { head, of: new Rows(head) };
    }
  }
  if (!taken) throw sheetFault("文件中没有数据");
  const { rows, numbers, faults, faulty } = taken.of;
  if (faulty > 0) return { content: "", numbers: [], faults, faulty };
  if (rows.length === 0) throw sheetFault("文件中没有要导入的数据");
  const content = JSON.stringify({ columns: taken.head.columns, rows });
  if (content.length > lookUpLimits.text) throw sheetFault(`文件的内容过多，一个查找表最多${lookUpLimits.text}个字符`);
  return { content, numbers, faults: [], faulty: 0 };
}

const workbook = (name: string, columns: readonly string[], rows: Iterable<readonly string[]>): BinaryReply => ({
  binary: writeSheet({ columns: columns.map((title) => ({ title })), rows }),
  contentType: xlsxType,
  headers: { "content-disposition": attachment(`${name}.xlsx`) },
});

async function writeTable(deps: Deps, query: QueryOf<Api["write"]>, context: RequestContext): Promise<BinaryReply> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, query.compId);
  const { id, name, shown, content } = await lookUpTables.find(deps, query, context);
  const { columns, rows } = readLookUp(content);
  await ports.database.tenant(compId, (trx) =>
    audit.write(trx, context, {
      ...{ compId, object: "lookUpTable", action: "exportZip", id, name },
      after: { version: shown, rows: rows.length },
    }),
  );
  return workbook(`${name}-第${shown}版`, columns, rows);
}

/** What the draft has as its columns, and nothing under them. */
async function writeTemplate(
  _: Deps,
  { columns, compId }: QueryOf<Api["template"]>,
  { caller }: RequestContext,
): Promise<BinaryReply> {
  compOf(caller, compId);
  return workbook("查找表模板", columnsGiven(columns) ?? [], []);
}

export const lookUpSheets = { readSheet, writeTable, writeTemplate };
