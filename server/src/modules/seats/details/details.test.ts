import { agentGroupApi, agentGroupMemberApi, fileApi, statusDetailApi } from "@liantai/api/contract/admin";
import type { ArgOf } from "@liantai/api/contract";
import { cellsOf, ended } from "../../../testing/exports.ts";
import { openOffice, refused, type Office, type Person } from "../../../testing/office.ts";
import { demoEnterprise } from "../../system/index.ts";

const compId = demoEnterprise.compId;
const range = { startTime: "2026-01-05 00:00:00", endTime: "2026-01-05 23:59:59" };
const at = (time: string) => new Date(`${time.replace(" ", "T")}+08:00`);
let office: Office;

type Ask = NonNullable<ArgOf<typeof statusDetailApi.list>["body"]>;
const list = async (person: Person, more: Ask = {}) =>
  (await person.call(statusDetailApi.list, { body: { ...range, ...more } })).list;
const short = async (person: Person, more: Ask = {}) =>
  (await list(person, more)).map((r) => `${r.agentId} ${r.code} ${r.from.slice(11)} ${r.seconds}`);

beforeAll(async () => {
  office = await openOffice();
  await office.ports.database.system(async (trx) => {
    await trx.insertInto("custom_status").values({ compId, id: "rest", name: "小休", remark: "" }).execute();
    await trx.insertInto("enterprise").values({ compId: "200002", name: "另一家" }).execute();
    const row = (agentId: string, seq: number, code: number, from: string, to: string | null, more: object = {}) => ({
      compId,
      agentId,
      seq,
      code,
      customStatusId: null,
      fromAt: at(from),
      toAt: to === null ? null : at(to),
      reason: "byAgent",
      callId: null,
      ...more,
    });
    await trx
      .insertInto("agent_status")
      .values([
        row("1001", 1, 1, "2026-01-04 23:00:00", "2026-01-05 00:30:00", { reason: "signIn" }),
        row("1001", 2, 2, "2026-01-05 00:30:00", "2026-01-05 00:45:00", { customStatusId: "rest" }),
        row("1001", 3, 8, "2026-01-05 00:45:00", "2026-01-05 00:45:00", { callId: "c1", reason: "answered" }),
        row("1001", 4, 0, "2026-01-05 00:45:00", "2026-01-06 01:00:00", { reason: "signOut" }),
        row("1002", 1, 1, "2026-01-05 00:45:00", "2026-01-05 00:46:00"),
        // Deleted since.
        row("1099", 1, 1, "2026-01-05 08:00:00", "2026-01-05 09:00:00"),
        { ...row("1001", 1, 1, "2026-01-05 08:00:00", null), compId: "200002" },
      ])
      .execute();
  });
});
afterAll(() => office?.close());

test("what began in the range, newest first, with lengths; filters by seat, state, custom status and group", async () => {
  const { administrator } = office;
  expect(await short(administrator)).toEqual([
    "1099 1 08:00:00 3600",
    "1002 1 00:45:00 60",
    "1001 0 00:45:00 87300",
    "1001 8 00:45:00 0",
    "1001 2 00:30:00 900",
  ]);
  expect(await list(administrator, { customStatusId: "rest" })).toMatchObject([
    { agentName: "李晓雯", groupName: "客服部", statusName: "小休", to: "2026-01-05 00:45:00", callId: null },
  ]);
  expect(await list(administrator, { agentId: "1099" })).toMatchObject([{ agentName: null, groupName: null }]);
  expect(await short(administrator, { code: "8" })).toEqual(["1001 8 00:45:00 0"]);
  expect(await short(administrator, { sortBy: "seconds", sortOrder: "desc", pageSize: 10 })).toEqual([
    "1001 0 00:45:00 87300",
    "1099 1 08:00:00 3600",
    "1001 2 00:30:00 900",
    "1002 1 00:45:00 60",
    "1001 8 00:45:00 0",
  ]);
  const group = await administrator.call(agentGroupApi.add, { body: { name: "空组" } });
  expect(await short(administrator, { agentGroupId: group.id })).toEqual([]);
});

test("pages of rows that began in the same moment miss none and repeat none", async () => {
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map((pageNo) =>
      office.administrator.call(statusDetailApi.list, { body: { ...range, pageNo, pageSize: 1 } }),
    ),
  );
  expect(pages.flatMap((page) => page.list.map(({ agentId, seq }) => `${agentId}-${seq}`))).toEqual([
    "1099-1",
    "1002-1",
    "1001-4",
    "1001-3",
    "1001-2",
  ]);
});

test("a monitor sees the seats of the own groups, an agent is refused, what is no time or state is named", async () => {
  const { administrator, monitor, agent } = office;
  expect(await short(monitor, { code: "1" })).toEqual(["1002 1 00:45:00 60"]);
  const other = await administrator.call(agentGroupApi.add, { body: { name: "别组" } });
  await administrator.call(agentGroupMemberApi.add, { body: { groupId: other.id, agentIds: ["1002"] } });
  expect(await short(monitor, { code: "1" })).toEqual([]);
  expect(await monitor.call(statusDetailApi.day, { body: { agentId: "1002", day: "2026-01-05" } })).toEqual([]);
  expect((await refused(list(agent))).status).toBe(403);
  expect((await refused(list(monitor, { code: "12" }))).msg).toBe("没有这种状态");
  expect((await refused(list(monitor, { startTime: "2026-01-06 00:00:00" }))).msg).toBe("开始时间不能晚于结束时间");
  const seat = { agentId: "1001", day: "2026-02-30" };
  expect((await refused(monitor.call(statusDetailApi.day, { body: seat }))).msg).toBe("日期格式应为 yyyy-MM-dd");
});

test("a day is cut at its midnights", async () => {
  const day = (day: string) => office.administrator.call(statusDetailApi.day, { body: { agentId: "1001", day } });
  expect(await day("2026-01-05")).toEqual([
    { code: 1, statusName: null, from: "2026-01-05 00:00:00", to: "2026-01-05 00:30:00", reason: "signIn" },
    { code: 2, statusName: "小休", from: "2026-01-05 00:30:00", to: "2026-01-05 00:45:00", reason: "byAgent" },
    { code: 8, statusName: null, from: "2026-01-05 00:45:00", to: "2026-01-05 00:45:00", reason: "answered" },
    { code: 0, statusName: null, from: "2026-01-05 00:45:00", to: "2026-01-06 00:00:00", reason: "signOut" },
  ]);
  expect(await day("2026-01-07")).toEqual([]);
});

test("the export has the rows of the list in words, of a monitor the own groups alone", async () => {
  for (const [person, seats] of [
    [office.administrator, ["1099", "1002", "1001", "1001", "1001"]],
    [office.monitor, ["1001", "1001", "1001"]],
  ] as const) {
    const { id } = await person.call(statusDetailApi.export, { body: range });
    await ended(person, id, "done");
    const ticket = await person.call(fileApi.ticket, { body: { kind: "export", id } });
    const [head, ...rows] = await cellsOf((await office.app.fastify.inject(ticket.url)).rawPayload);
    expect(head).toEqual([
      "坐席工号",
      "坐席姓名",
      "坐席组",
      "状态",
      "开始时间",
      "结束时间",
      "时长（秒）",
      "原因",
      "通话编号",
    ]);
    expect(rows.map(([agentId]) => agentId)).toEqual(seats);
    expect(rows.at(-1)!.slice(3, 8)).toEqual(["小休", "2026-01-05 00:30:00", "2026-01-05 00:45:00", 900, "坐席操作"]);
  }
  expect((await refused(office.agent.call(statusDetailApi.export, { body: range }))).status).toBe(403);
});
