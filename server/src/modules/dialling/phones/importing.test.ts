/** Numbers of tasks from workbooks, through the interface: E1 by a tenth, its checks one by one, and what is sent to break them. */
import { dayMs, formatTime } from "@liantai/api/contract";
import { taskPhoneApi as api } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { cellsOf, failedRows, importNumbers, imports, workbook } from "../testing/sheets.ts";
import { insertAttempts, insertTask } from "../testing/tasks.ts";

let office: Office;
let told: Awaited<ReturnType<typeof imports>>;
beforeAll(async () => {
  office = await openOffice();
  told = await imports(office);
});
afterAll(() => office?.close());
beforeEach(() => void told.splice(0));

const compId = "100001";
const bar = (phone: string, isPrefix: 0 | 1, callType = 1, owner = compId) =>
  office.ports.database.system((trx) =>
    trx
      .insertInto("black_list")
      .values({
        ...{ compId: owner, id: office.ports.random.id(), phone, isPrefix, callType },
        ...{ createdAt: new Date(office.ports.clock.now()), createdBy: "x" },
      })
      .execute(),
  );
const digits = (n: number, length: number) => String(n).padStart(length, "0");
const phones = async (taskId: string, body: object = {}) =>
  office.administrator.call(api.list, { body: { taskId, pageSize: 200, ...body } });

test("E1 duplicates in file and task, beginnings on a blacklist, malformed and too frequent ones are counted apart and told", async () => {
  const { administrator } = office;
  const taskId = await insertTask(office.ports, {
    ...{ taskIdentity: "回访", ftype: 3, settings: { frequencyDays: 7, frequencyCalls: 2 } },
  });
  const row = (n: number) => [`1390${digits(n, 7)}`, `客户${n}`, `城市${n % 9}`];
  const titles = ["号码", "客户姓名", "城市"];
  await importNumbers(
    administrator,
    taskId,
    titles,
    Array.from({ length: 300 }, (_, n) => row(n)),
  );
  await bar("170", 1);
  const often = Array.from({ length: 50 }, (_, n) => `1888${digits(n, 7)}`);
  await insertAttempts(office.ports, taskId, [...often, ...often]);
  told.splice(0);
  const rows = [
    ...Array.from({ length: 9_150 }, (_, n) => row(n)),
    ...Array.from({ length: 500 }, (_, n) => row(1_000 + n)),
    ...Array.from({ length: 200 }, (_, n) => [`170${digits(n, 8)}`]),
    ...Array.from({ length: 100 }, (_, n) => [n % 2 ? `no${n}` : ""].concat(["x"])),
    ...often.map((phone) => [phone]),
  ];
  const reply = await importNumbers(administrator, taskId, titles, rows);
  const counts = { succeed: 8_850, failing: 150, repetition: 800, blackList: 200 };
  expect(reply).toMatchObject({ total: 10_000, ...counts });
  expect(told).toEqual([
    { type: "fileImportExcel", code: 1, ftype: "3", taskIdentity: "回访", ...counts, count: 10_000 },
  ]);
  const [batch] = (await administrator.call(api.batches, { body: { taskId } })).list;
  expect(batch).toMatchObject({ ...counts, count: 10_000, source: "import", fileName: "号码.xlsx", done: 0 });
  expect(batch!.batchNumber).toMatch(/^\d{8}-002$/);
  const failed = await failedRows(administrator, reply.failedFileId);
  expect(failed).toHaveLength(1_151);
  expect(failed[0]).toEqual([...titles, "失败原因"]);
  const reasons = new Map<string, number>();
  for (const cells of failed.slice(1)) reasons.set(cells[3]!, (reasons.get(cells[3]!) ?? 0) + 1);
  expect([...reasons]).toEqual([
    ["任务中已有该号码", 300],
    ["号码在文件中重复", 500],
    ["号码在黑名单中", 200],
    ["号码不能为空", 50],
    ["号码只能包含数字、+、*、#", 50],
    ["最近7天已外呼2次及以上", 50],
  ]);
  const { total, list, next } = await phones(taskId);
  expect([total, list.length]).toEqual([9_150, 200]);
  expect(list[0]).toMatchObject({
    phone: "13900000000",
    contact: "客户0",
    state: "waiting",
    variables: { 城市: "城市0" },
  });
  expect((await phones(taskId, { after: next })).list[0]).toMatchObject({ phone: "13900000200" });
  const positions = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_phone").select("position").where("taskId", "=", taskId).orderBy("position").execute(),
  );
  expect(new Set(positions.map(({ position }) => Number(position))).size).toBe(9_150);
});

test("E2 two imports of one file side by side take each number once", async () => {
  const taskId = await insertTask(office.ports, { ftype: 4 });
  const rows = Array.from({ length: 6_000 }, (_, n) => [`137${digits(n, 8)}`]);
  const inside = await office.enter(compId);
  const replies = await Promise.all(
    [office.administrator, inside].map((person) => importNumbers(person, taskId, ["号码"], rows)),
  );
  const sums = (key: "succeed" | "repetition") => replies.reduce((sum, reply) => sum + reply[key], 0);
  expect([sums("succeed"), sums("repetition")]).toEqual([6_000, 6_000]);
  expect(replies.map(({ failing }) => failing)).toEqual([0, 0]);
  expect((await phones(taskId)).total).toBe(6_000);
  expect(told.map(({ ftype, code }) => [ftype, code])).toEqual([
    ["4", 1],
    ["4", 1],
  ]);
});

test("D64 consent of marketing tasks, seats of preview tasks, other tasks, whose blacklist: each is asked where it is set", async () => {
  const { administrator, ports } = office;
  const marketing = await insertTask(ports, { settings: { kind: "marketing" } });
  const consent = ["号码", "同意来源", "同意时间"];
  expect(
    await importNumbers(administrator, marketing, consent, [
      ["13600000001", "官网", "2026-01-02"],
      ["13600000002", "官网", "2026-01-02 10:00"],
      ["13600000003", "", "2026-01-02"],
      ["13600000004", "官网", "2026-02-30"],
      ["13600000005", "官网", formatTime(ports.clock.now() + dayMs)],
    ]),
  ).toMatchObject({ succeed: 2, failing: 3 });
  const preview = await insertTask(ports, { ftype: 2, settings: { allotment: "byColumn", agentIds: ["1001"] } });
  const seats = await importNumbers(
    administrator,
    preview,
    ["号码", "工号"],
    [
      ["13600000001", "1001"],
      ["13600000002", "9999"],
      ["13600000003", ""],
      // A seat, and none of the task's.
      ["13600000004", "1002"],
    ],
  );
  expect(seats).toMatchObject({ succeed: 1, failing: 3 });
  expect((await failedRows(administrator, seats.failedFileId)).slice(1).map((cells) => cells.at(-1))).toEqual([
    "工号9999不存在",
    "工号不能为空",
    "工号1002不在任务的坐席中",
  ]);
  expect((await phones(preview)).list).toMatchObject([{ phone: "13600000001", agentId: "1001" }]);
  const stopped = await insertTask(ports, { settings: {} });
  await importNumbers(administrator, stopped, ["号码"], [["13600000009"]]);
  await ports.database.tenant(compId, (trx) =>
    trx.updateTable("task").set({ state: "stopped" }).where("id", "=", stopped).execute(),
  );
  const other = await insertTask(ports, { settings: { duplicateDays: 30, enterpriseBlacklist: 0 } });
  await bar("13600000008", 0, 1);
  await bar("1361", 1, 2, "000000");
  await bar("13640000000", 0, 0);
  expect(
    await importNumbers(
      administrator,
      other,
      ["号码"],
      [...[["13600000001"], ["136-0000 0009"], ["13600000008"], ["13610000000"], ["13640000000"]]],
    ),
  ).toMatchObject({ succeed: 3, repetition: 1, blackList: 1, failing: 0 });
});

test("a check saves nothing; its token saves the same workbook once, and for that task", async () => {
  const { administrator, ports } = office;
  const [taskId, strange] = [await insertTask(ports), await insertTask(ports)];
  const files = (await workbook(["号码"], [["13500000001"], ["13500000001"], ["x"]])) as never;
  const { token, ...checked } = await administrator.call(api.importCheck, { body: { taskId, files } });
  expect(checked).toMatchObject({ total: 3, succeed: 1, failing: 1, repetition: 1 });
  expect((await phones(taskId)).total).toBe(0);
  expect(told).toEqual([]);
  expect(await refused(administrator.call(api.importData, { body: { taskId: strange, token, files } }))).toMatchObject({
    msg: "校验结果已过期，请重新上传文件",
  });
  const saved = await administrator.call(api.importData, { body: { taskId, token, files: [] as never } });
  expect(saved).toMatchObject({ total: 3, succeed: 1 });
  expect(await refused(administrator.call(api.importData, { body: { taskId, token, files } }))).toMatchObject({
    code: expect.any(Number),
  });
});

test("formulas, huge cells, strange headings and too many columns", async () => {
  const { administrator, ports } = office;
  const taskId = await insertTask(ports);
  const titles = ["*号码", "__proto__", "备注", "constructor"];
  const reply = await importNumbers(administrator, taskId, titles, [
    ["13400000001", "=1+1", "甲", "x"],
    ["13400000002", "y".repeat(291), "", ""],
    ["13400000003", "", "\u202e长".repeat(10), ""],
    ["9".repeat(33), "", "", ""],
    ["12", "", "", ""],
    ["=HYPERLINK(1)", "", "", ""],
  ]);
  expect(reply.succeed + reply.failing).toBe(6);
  expect((await phones(taskId, { phone: "13400000001" })).list[0]!.variables).toEqual(
    Object.fromEntries([
      ["__proto__", "=1+1"],
      ["备注", "甲"],
      ["constructor", "x"],
    ]),
  );
  const reasons = (await failedRows(administrator, reply.failedFileId)).slice(1).map((cells) => cells.at(-1));
  expect(reasons).toEqual(
    expect.arrayContaining([
      "变量“__proto__”最多290个字符",
      "号码最多32位",
      "号码至少3位",
      "号码只能包含数字、+、*、#",
    ]),
  );
  const many = Array.from({ length: 21 }, (_, n) => `列${n}`);
  expect(await refused(importNumbers(administrator, taskId, ["号码", ...many], [["13400000009"]]))).toMatchObject({
    msg: "附加列不能超过20列",
  });
  expect(await refused(importNumbers(administrator, taskId, ["电话"], [["13400000009"]]))).toMatchObject({
    msg: "文件缺少列：号码，请使用模板填写",
  });
  expect(told.at(-1)).toMatchObject({ code: 0, desc: "外呼号码导入失败：文件缺少列：号码，请使用模板填写" });
  const { bytes } = await administrator.file(api.template, { query: { taskId } });
  expect(await cellsOf(bytes)).toEqual([["*号码", "客户姓名", "优先级", "客户标识", "同意来源", "同意时间"]]);
});

test("no such task, one that is over, another enterprise's, agents and monitors", async () => {
  const { administrator, agent, monitor, operator, ports } = office;
  const files = (await workbook(["号码"], [["13300000001"]])) as never;
  const over = await insertTask(ports, { state: "stopped" });
  expect(await refused(administrator.call(api.importData, { body: { taskId: over, files } }))).toMatchObject({
    msg: "任务已停止，不能再增加号码",
  });
  expect(await refused(administrator.call(api.importData, { body: { taskId: "none", files } }))).toMatchObject({
    status: 200,
    msg: "任务不存在",
  });
  const mine = await insertTask(ports);
  for (const person of [agent, monitor, operator])
    expect((await refused(person.call(api.importData, { body: { taskId: mine, files } }))).status).toBe(403);
});
