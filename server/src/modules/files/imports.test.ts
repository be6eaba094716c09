/** Imports, in their request and after it, in the process that began them and in the next. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { AppError } from "@liantai/api/contract";
import { fileApi, lengthField, numberField, seatIdField } from "@liantai/api/contract/admin";
import exceljs from "exceljs";
import type { RequestContext } from "../../http/routes.ts";
import type { Broker } from "../../ports/broker.ts";
import { writeSheet, type Cell } from "../../sheets/index.ts";
import { openOffice, type Office, type Person } from "../../testing/office.ts";
import { isRefused } from "../auth/index.ts";
import { demoEnterprise } from "../system/index.ts";
import { importTimes } from "./import-attempts.ts";
import { createImportJobs, type ImportJobs } from "./import-jobs.ts";
import { ImportLost, importTemplate, type ImportSpec } from "./imports.ts";
import { createFileStore, type FileStore } from "./store.ts";

const compId = demoEnterprise.compId;
type Row = { readonly agentId: string; readonly name: string; readonly sort?: number };
const columns = [
  { title: "工号", name: "agentId", required: true, schema: seatIdField(4, "工号") },
  { title: "姓名", name: "name", required: true, schema: lengthField("姓名", 5) },
  { title: "排序", name: "sort", schema: numberField("排序") },
];
const saved: Row[] = [];
const told: { readonly type: string; readonly [key: string]: unknown }[] = [];
let office: Office;
let first: ImportJobs;
/** How the import of a test differs. */
let more: Partial<ImportSpec<Row>> = {};
/** The secrets that a spec was made with. */
const secrets: (string | undefined)[] = [];

/** A process: all of them share the database, the blobs and the clock. */
function newProcess(differs: Partial<FileStore> = {}): ImportJobs {
  const { ports, composition, sealer } = office;
  const store = { ...createFileStore(ports), ...differs };
  const jobs = createImportJobs({ ports, auth: composition.auth, sealer, store });
  jobs.register<object, Row>("contact", {
    screen: { name: "contacter", title: "联系人" },
    async prepare({ secret }) {
      secrets.push(secret);
      return {
        name: "坐席",
        columns,
        key: (row) => row.agentId,
        existing: async (keys) => new Set(keys.filter((key) => key === "1999")),
        save: async (batch, keep) => {
          saved.push(...batch);
          return keep(undefined);
        },
        ...more,
        ...(secret === undefined ? {} : { secret }),
      };
    },
  });
  return jobs;
}

beforeAll(async () => {
  office = await openOffice();
  // The office is a process of its own that would take imports over, too.
  await office.composition.modules.find(({ name }) => name === "files")!.stop!();
  await office.ports.broker.subscribe("message.send", (payload) => {
    told.push((payload as { message: (typeof told)[number] }).message);
  });
  first = newProcess();
});
afterAll(() => office.close());
beforeEach(() => {
  more = {};
  for (const list of [saved, told, secrets]) list.splice(0);
});

async function context(person: Person, files: RequestContext["files"] = []): Promise<RequestContext> {
  const caller = await office.composition.auth.sessions.resolve(person.token);
  if (isRefused(caller)) throw new Error("no caller");
  return { caller, address: "192.0.2.1", device: "", requestId: "r1", origin: "", files, headers: {} };
}
const cellsOf = async (bytes: Uint8Array): Promise<unknown[][]> => {
  const book = new exceljs.Workbook();
  // A small Buffer shares its memory with others.
  await book.xlsx.load(new Uint8Array(bytes).buffer);
  return book.worksheets[0]!.getSheetValues()
    .slice(1)
    .map((row) => (Array.isArray(row) ? row.slice(1) : []));
};
async function begin(
  rows: readonly (readonly Cell[])[],
  titles: readonly string[] = ["*工号", "姓名 ", "排序"],
  person = office.administrator,
  spoil: (bytes: Buffer) => Buffer = (bytes) => bytes,
  by = first,
) {
  const bytes = spoil(await buffer(writeSheet({ columns: titles.map((title) => ({ title })), rows })));
  const path = `${office.ports.folder}/${randomUUID()}.xlsx`;
  await writeFile(path, bytes);
  const file = {
    field: "files",
    name: "坐席.xlsx",
    type: "",
    bytes: bytes.length,
    sha256: "",
    head: Buffer.alloc(0),
    path,
    stream: () => {
      throw new Error("not read");
    },
  };
  return by.start("contact", await context(person, [file]), compId, {});
}
function run(rows: readonly (readonly Cell[])[], titles?: readonly string[], differs: Partial<ImportSpec<Row>> = {}) {
  more = differs;
  return begin(rows, titles);
}
const people = (count: number) => Array.from({ length: count }, (_, n): Cell[] => [String(3_000 + n), "甲"]);
/** Rows that do not shrink to nothing: a hole in the middle of the file is a hole in the middle of the sheet. */
const unlike = (count: number) =>
  people(count).map(([id], n): Cell[] => [id!, ((n * 2_654_435_761) % 2 ** 24).toString(36), n]);
const opened = async (person = office.administrator, seen?: string) =>
  first.open(await context(person), compId, { kind: "contact", seen });
async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 500; i += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${what}: did not happen`);
}
/** Something that waits until it is let go on. */
function gate() {
  let open: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const opens = new Promise<void>((resolve) => (open = resolve));
  const arrived = new Promise<void>((resolve) => (reached = resolve));
  return { open, arrived, pass: () => (reached(), opens) };
}

test("good rows are saved, each fault is told with its row, failed rows come back as a workbook", async () => {
  const result = await run([
    ["2001", "张三", 3],
    [2002, "李四"],
    ["20x3", "王五"],
    ["2004", ""],
    ["2001", "重复"],
    ["1999", "已有"],
    ["2005", "名字太长了吧", "abc"],
    ["", ""],
    ["2006", "'=1+1"],
  ]);
  expect(saved).toEqual([
    { agentId: "2001", name: "张三", sort: 3 },
    { agentId: "2002", name: "李四" },
    { agentId: "2006", name: "=1+1" },
  ]);
  expect(result).toMatchObject({ total: 8, succeed: 3, failing: 5, repetition: 2 });
  expect(result.errors).toEqual([
    { row: 4, field: "工号", message: "工号只能是数字" },
    { row: 5, field: "姓名", message: "姓名不能为空" },
    { row: 6, field: "", message: "数据重复" },
    { row: 7, field: "", message: "数据重复" },
    { row: 8, field: "姓名", message: "姓名：最多输入5个字符" },
    { row: 8, field: "排序", message: "排序应为数字" },
  ]);
  const { bytes } = await office.administrator.file(fileApi.down, { query: { id: result.failedFileId! } } as never);
  const [head, ...rows] = await cellsOf(bytes);
  expect(head).toEqual(["*工号", "姓名 ", "排序", "失败原因"]);
  expect(rows.at(-1)).toEqual(["2005", "名字太长了吧", "abc", "姓名：最多输入5个字符；排序应为数字"]);
});

test("a missing column, no rows, too many rows and no file are refused", async () => {
  await expect(run([["张三"]], ["姓名"])).rejects.toThrow("文件缺少列：工号，请使用模板填写");
  await expect(run([])).rejects.toThrow("文件中没有要导入的数据");
  await expect(
    run(
      Array.from({ length: 12 }, (_, n) => [String(2_000 + n), "甲"]),
      undefined,
      { maxRows: 10 },
    ),
  ).rejects.toThrow("文件的数据不能超过10行");
  await expect(
    first.start("contact", { ...(await context(office.administrator)), files: [] }, compId, {}),
  ).rejects.toThrow("请选择要导入的文件");
});

test.each([
  ["too many rows", { maxRows: 1_000 }, "文件的数据不能超过1000行", (bytes: Buffer) => bytes],
  [
    "a sheet damaged further down",
    {},
    /只能上传xlsx文件|文件内容过大/,
    (bytes: Buffer) => bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 500),
  ],
])("%s: refused before the first row is saved", async (_what, differs, fault, spoil) => {
  more = differs;
  await expect(begin(unlike(1_200), undefined, undefined, spoil)).rejects.toThrow(fault);
  expect(saved).toEqual([]);
  expect(await opened()).toBeNull();
});

test("an import that ends after rows were saved tells how many, why, and their password", async () => {
  const full = newProcess({
    keep: () => Promise.reject(new AppError("refused", "企业存储空间不足")),
  });
  more = { secret: "Anfang#2026" };
  expect(await begin([...people(600), ["x", "乙"]], undefined, undefined, undefined, full)).toMatchObject({
    total: 601,
    succeed: 600,
    failing: 1,
    errors: [{ row: 602, field: "工号", message: "工号只能是数字" }],
    password: "Anfang#2026",
    job: null,
    stopped: "企业存储空间不足",
  });
  expect(await opened()).toBeNull();
});

test("10,000 rows go in batches; a row that the saving refuses is a fault of that row", async () => {
  const result = await run(
    Array.from({ length: 10_000 }, (_, n) => [String(n).padStart(4, "0"), `人${n}`]),
    undefined,
    {
      save: (batch, keep) =>
        keep(
          undefined,
          batch.map(({ agentId }) => (agentId === "5000" ? "坐席数已达上限" : undefined)),
        ),
    },
  );
  expect(result).toMatchObject({
    total: 10_000,
    succeed: 9_998,
    failing: 2,
    repetition: 1,
    errors: [
      { row: 2_001, message: "数据重复" },
      { row: 5_002, message: "坐席数已达上限" },
    ],
  });
});

test.each([0, 500, 1_000])(
  "%d accepted rows: what is there is asked about rows alone, and the result is told",
  async (accepted) => {
    const asked: number[] = [];
    const rows = Array.from({ length: accepted }, (_, n) => [String(3_000 + n), "甲"]);
    const result = await run([...rows, ["x", "乙"]], undefined, {
      existing: async (keys) => {
        asked.push(keys.length);
        return new Set();
      },
    });
    expect(result).toMatchObject({ total: accepted + 1, succeed: accepted, failing: 1 });
    expect(asked).not.toContain(0);
  },
);

test("a batch that cannot be saved fails its own rows, and every row is accounted for", async () => {
  let batches = 0;
  const result = await run(
    Array.from({ length: 1_100 }, (_, n) => [String(3_000 + n), "甲"]),
    undefined,
    {
      save: async (_batch, keep) => {
        batches += 1;
        if (batches === 2) throw new Error("the database is away");
        return keep(undefined);
      },
    },
  );
  expect(result).toMatchObject({ total: 1_100, succeed: 600, failing: 500, repetition: 0 });
  expect(result.errors[0]).toEqual({ row: 502, field: "", message: expect.stringContaining("保存失败，本行未导入") });
  expect(result.failedFileId).not.toBeNull();
});

test("the template marks what must be filled", async () => {
  const { binary } = importTemplate("坐席", columns);
  expect(await cellsOf(await buffer(binary as never))).toEqual([["*工号", "*姓名", "排序"]]);
});

test("over ten seconds: the answer says that it goes on, who began it is told, and the result stays until it was seen", async () => {
  const slow = gate();
  const answer = run([...people(600), ["x", "乙"]], undefined, {
    secret: "Anfang#2026",
    save: async (_batch, keep) => {
      await slow.pass();
      return keep(undefined);
    },
  });
  await slow.arrived;
  await office.ports.clock.advance(importTimes.request - 1);
  await office.ports.clock.advance(1);
  const { job, total } = await answer;
  expect({ total, msg: job?.msg }).toEqual({ total: 0, msg: "数据较多，导入将在后台继续，完成后会通知您" });
  expect(await opened()).toMatchObject({ id: job!.id, state: "running", result: null });
  await expect(begin(people(1))).rejects.toThrow("您的上一次导入还在进行，请等它完成");
  // Nobody else's business.
  expect(await opened(office.monitor)).toBeNull();

  slow.open();
  await until("the message", () => told.length === 2);
  expect(told[0]).toEqual({
    type: "fileImportExcel",
    code: 1,
    desc: "联系人导入完成：成功600行，失败1行",
    ftype: "contact",
    taskIdentity: job!.id,
    succeed: 600,
    failing: 1,
    repetition: 0,
    blackList: 0,
    count: 601,
  });
  expect(told[1]).toMatchObject({ type: "msgNotify", level: "success", target: { name: "contacter" } });
  const result = { total: 601, succeed: 600, failing: 1, password: "Anfang#2026", job: null };
  // A reply that was lost on its way costs nobody the password.
  for (const _ of [1, 2]) expect(await opened()).toMatchObject({ id: job!.id, state: "done", result });
  expect(await opened(office.monitor, job!.id)).toBeNull();
  expect(await opened()).toMatchObject({ id: job!.id });
  expect(await opened(office.administrator, job!.id)).toBeNull();
  const rows = await office.ports.database.system((trx) => trx.selectFrom("import_job").select("id").execute());
  expect(rows).toEqual([]);
});

test("of two requests at once one begins, the other is refused and leaves no file", async () => {
  const { blobs } = office.ports;
  const keys: string[] = [];
  const meet = gate();
  const adopt = jest.spyOn(blobs, "adopt").mockImplementation(async (key) => {
    // Both have looked and found none before either begins.
    if (keys.push(key) === 2) meet.open();
    await meet.pass();
    return { key, bytes: 0 };
  });
  const removed: string[] = [];
  const remove = jest.spyOn(blobs, "delete").mockImplementation(async (key) => void removed.push(key));
  const read = jest.spyOn(blobs, "read").mockRejectedValue(new AppError("refused", "没有文件"));
  const both = await Promise.allSettled([run(people(1)), run(people(1))]);
  for (const spy of [adopt, remove, read]) spy.mockRestore();
  expect(both.map((each) => (each.status === "rejected" ? String((each.reason as Error).message) : "")).sort()).toEqual(
    ["您的上一次导入还在进行，请等它完成", "没有文件"],
  );
  expect(removed.sort()).toEqual(keys.sort());
  expect(await opened()).toBeNull();
});

test("a password waits sealed: the database does not have it", async () => {
  const slow = gate();
  const answer = run(people(1), undefined, {
    secret: "Anfang#2026",
    save: async (_batch, keep) => (await slow.pass(), keep(undefined)),
  });
  await slow.arrived;
  const row = await office.ports.database.system((trx) =>
    trx.selectFrom("import_job").selectAll().executeTakeFirstOrThrow(),
  );
  expect(row.secret).not.toBeNull();
  expect(JSON.stringify(row)).not.toContain("Anfang");
  slow.open();
  expect(await answer).toMatchObject({ succeed: 1, password: "Anfang#2026", job: null });
  expect(told).toEqual([]);
});

describe("a process that dies in the middle", () => {
  /** Saves for good, in the database. */
  const bar: ImportSpec<Row>["save"] = (batch, keep) =>
    office.ports.database.tenant(compId, async (trx) => {
      await trx
        .insertInto("black_list")
        .values(
          batch.map(({ agentId }) => ({
            compId,
            id: office.ports.random.id(),
            phone: agentId,
            isPrefix: 0,
            callType: 2,
            remark: "",
            createdAt: new Date(office.ports.clock.now()),
            createdBy: "",
          })),
        )
        .execute();
      return keep(trx);
    });
  const barred = async () =>
    (await office.ports.database.system((trx) => trx.selectFrom("black_list").select("phone").execute()))
      .map(({ phone }) => phone)
      .sort();

  test("the next goes on behind the last batch, and one that was only slow saves nothing more: no row twice, none lost", async () => {
    const stuck = gate();
    let batches = 0;
    const answer = run([...people(1_200), ["3000", "重复"], ["x", "乙"]], undefined, {
      secret: "Anfang#2026",
      save: async (batch, keep) => {
        batches += 1;
        if (batches === 3) await stuck.pass();
        return bar(batch, keep);
      },
    });
    await stuck.arrived;
    expect(await barred()).toHaveLength(1_000);
    await office.ports.clock.advance(importTimes.request);
    const { job } = await answer;

    const second = newProcess();
    await second.begin();
    await until("the message", () => told.length === 2);
    expect(secrets).toEqual([undefined, "Anfang#2026"]);
    expect(told[0]).toMatchObject({ code: 1, succeed: 1_200, failing: 2, repetition: 1, count: 1_202 });
    stuck.open();
    await first.stop();
    await second.stop();
    expect(await barred()).toEqual(people(1_200).map(([id]) => id));
    first = newProcess();
    const { result } = (await opened())!;
    expect(result).toMatchObject({
      succeed: 1_200,
      password: "Anfang#2026",
      errors: [
        { row: 1_202, message: "数据重复" },
        { row: 1_203, message: "工号只能是数字" },
      ],
    });
    await opened(office.administrator, job!.id);
  });

  test("of two that look at once one takes it; while somebody works on it nobody does", async () => {
    const stuck = gate();
    const answer = run(people(2), undefined, { save: async (_batch, keep) => (await stuck.pass(), keep(undefined)) });
    await stuck.arrived;
    await office.ports.clock.advance(importTimes.request);
    const { job } = await answer;
    // Of an installation of several processes: nobody knows whether the other lives.
    const broker: Broker = { ...office.ports.broker, kind: "redis" };
    const others = [0, 1].map(() =>
      createImportJobs({
        ports: { ...office.ports, broker },
        auth: office.composition.auth,
        sealer: office.sealer,
        store: createFileStore(office.ports),
      }),
    );
    const prepared = jest.fn(async () => ({ name: "坐席", columns, save: more.save! }));
    for (const other of others) {
      other.register("contact", { screen: { name: "contacter", title: "联系人" }, prepare: prepared });
      await other.begin();
    }
    expect(prepared).not.toHaveBeenCalled();
    await office.ports.clock.advance(importTimes.lease + importTimes.sweep);
    await until("the other", () => prepared.mock.calls.length > 0);
    stuck.open();
    await until("the message", () => told.length === 2);
    expect(prepared).toHaveBeenCalledTimes(1);
    for (const other of others) await other.stop();
    await opened(office.administrator, job!.id);
  });

  test("given up after three tries: what was saved is counted, said and shown, its password too", async () => {
    const broken = gate();
    const answer = run([["x", "乙"], ...people(600)], undefined, {
      secret: "Anfang#2026",
      save: async (batch, keep) => {
        if (batch.length < 500) {
          await broken.pass();
          throw new ImportLost();
        }
        return keep(undefined);
      },
    });
    await broken.arrived;
    await office.ports.clock.advance(importTimes.request);
    const { job } = await answer;
    for (const _try of [2, 3]) {
      const other = createImportJobs({
        ports: office.ports,
        auth: office.composition.auth,
        sealer: office.sealer,
        store: createFileStore(office.ports),
      });
      other.register("contact", {
        screen: { name: "contacter", title: "联系人" },
        prepare: () => Promise.reject(new Error("out of order")),
      });
      await other.begin();
      await other.stop();
    }
    expect(told).toMatchObject([
      { code: 0, succeed: 500, failing: 1, count: 501, desc: expect.stringContaining("成功500行，失败1行") },
      { type: "msgNotify", level: "error" },
    ]);
    expect(await opened()).toMatchObject({
      state: "failed",
      msg: expect.stringContaining("导入中断"),
      result: { total: 501, succeed: 500, failing: 1, password: "Anfang#2026", errors: [{ row: 2 }] },
    });
    broken.open();
    await first.stop();
    first = newProcess();
    await opened(office.administrator, job!.id);
  });

  test("whoever was disabled meanwhile imports no further", async () => {
    const stuck = gate();
    const answer = run(people(2), undefined, { save: async (_batch, keep) => (await stuck.pass(), keep(undefined)) });
    await stuck.arrived;
    await office.ports.clock.advance(importTimes.request);
    const { job } = await answer;
    const gone = createImportJobs({
      ports: office.ports,
      auth: { masking: async () => undefined },
      sealer: office.sealer,
      store: createFileStore(office.ports),
    });
    gone.register("contact", {
      screen: { name: "contacter", title: "联系人" },
      prepare: () => Promise.reject(new Error("asked")),
    });
    await gone.begin();
    await until("the message", () => told.length === 2);
    expect(told[0]).toMatchObject({ code: 0, desc: "联系人导入失败：账号已停用或删除，导入已停止" });
    expect(await opened()).toMatchObject({ state: "failed", msg: "账号已停用或删除，导入已停止", result: null });
    stuck.open();
    await gone.stop();
    await opened(office.administrator, job!.id);
  });
});
