/** Imports, in their request and after it, in the process that began them and in the next. */
import { buffer } from "node:stream/consumers";
import { AppError } from "@liantai/api/contract";
import { fileApi } from "@liantai/api/contract/admin";
import { importTimes } from "./import-attempts.ts";
import { importTemplate } from "./imports.ts";
import {
  begin,
  cellsOf,
  columns,
  compId,
  context,
  gate,
  newProcess,
  office,
  opened,
  openImports,
  people,
  run,
  saved,
  stage,
  told,
  unlike,
  until,
} from "./testing/imports.ts";

openImports();

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
    ["2006", "=1+1"],
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
    stage.first.start("contact", { ...(await context(office.administrator)), files: [] }, compId, {}),
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
  stage.more = differs;
  await expect(begin(unlike(1_200), undefined, undefined, spoil)).rejects.toThrow(fault);
  expect(saved).toEqual([]);
  expect(await opened()).toBeNull();
});

test("an import that ends after rows were saved tells how many, why, and their password", async () => {
  const full = newProcess({
    keep: () => Promise.reject(new AppError("refused", "企业存储空间不足")),
  });
  stage.more = { secret: "Anfang#2026" };
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

test("what was put into the tables is told after 20,000 saved rows, and a failure of that is none of the import", async () => {
  let grew = 0;
  const result = await run(
    Array.from({ length: 26_000 }, () => ["2001", "人"]),
    undefined,
    {
      maxRows: 30_000,
      key: () => [],
      save: (_, keep) => keep(undefined),
      grew: () => {
        grew += 1;
        return Promise.reject(new Error("busy"));
      },
    },
  );
  expect(result).toMatchObject({ total: 26_000, succeed: 26_000, failing: 0 });
  expect(grew).toBe(1);
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

test("a batch is asked about while the one before is being saved, and what is known saves it", async () => {
  const order: string[] = [];
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  let batches = 0;
  const result = await run(
    Array.from({ length: 1_600 }, (_, n) => [String(3_000 + n), "甲"]),
    undefined,
    {
      save: () => Promise.reject(new Error("it was asked about")),
      ahead: async (lines) => {
        const of = (batches += 1);
        order.push(`${of} is asked about: ${lines.length}`);
        if (of === 2) ask();
        if (of === 3) throw new Error("the database is away");
        return async (batch, keep) => {
          // Only the question about the next one lets this one end.
          if (of === 1) await asked;
          order.push(`${of} is saved: ${batch.length}`);
          return keep(undefined);
        };
      },
    },
  );
  expect(order.slice(0, 3)).toEqual(["1 is asked about: 500", "2 is asked about: 500", "1 is saved: 500"]);
  expect(order.slice(3).sort()).toEqual([
    ...["2 is saved: 500", "3 is asked about: 500", "4 is asked about: 100", "4 is saved: 100"],
  ]);
  expect(result).toMatchObject({ total: 1_600, succeed: 1_100, failing: 500, repetition: 0 });
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

test("an import that goes on without its request says every two seconds how far it is, and then what came of it", async () => {
  const { clock } = office.ports;
  const stuck = gate();
  let batches = 0;
  const answer = run([...people(2_400), ["x", "乙"]], undefined, {
    save: async (batch, keep) => {
      batches += 1;
      if (batches === 2) await stuck.pass();
      if (batches > 2) await clock.advance(importTimes.progress);
      return keep(undefined);
    },
  });
  await stuck.arrived;
  await clock.advance(importTimes.request);
  const { job } = await answer;
  stuck.open();
  await until("the message", () => told.length === 5);
  const [first, second, third, last] = told;
  expect([first, second, third].map((one) => [one!.type, one!["code"], one!["count"], one!["succeed"]])).toEqual([
    ["fileImportExcel", 2, 1_000, 1_000],
    ["fileImportExcel", 2, 1_500, 1_500],
    ["fileImportExcel", 2, 2_000, 2_000],
  ]);
  expect(first).toMatchObject({ taskIdentity: job!.id, ftype: "contact", desc: "联系人正在导入，已处理1000行" });
  expect(last).toMatchObject({ code: 1, count: 2_401, succeed: 2_400, failing: 1 });
  await opened(office.administrator, job!.id);
});

test("F80 an import that named the page's socket is told of there", async () => {
  const to: unknown[] = [];
  const end = await office.ports.broker.subscribe(
    "message.send",
    (payload) => void to.push((payload as { to: unknown }).to),
  );
  const slow = gate();
  stage.more = { save: async (_batch, keep) => (await slow.pass(), keep(undefined)) };
  const answer = begin(people(1), undefined, undefined, undefined, undefined, "s1");
  await slow.arrived;
  await office.ports.clock.advance(importTimes.request);
  const { job } = await answer;
  slow.open();
  await until("the message", () => told.length === 2);
  await end();
  const { caller } = await context(office.administrator);
  expect(to).toEqual(Array.from({ length: 2 }, () => ({ accountId: caller.userId, socketId: "s1" })));
  await opened(office.administrator, job!.id);
});
