/** Q17: rules of how long seats are in a state, who may keep which, and whom the server tells. */
import { seatAlarmApi, type LiveAgent } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

const compId = demoEnterprise.compId;
const page = { pageNo: 1, pageSize: 20 };
let office: Office;
let agents: LiveAgent[] = [];
let own = "";
const told: { readonly to: { readonly accountId?: string }; readonly message: Record<string, unknown> }[] = [];

beforeAll(async () => {
  office = await openOffice();
  const { broker, database } = office.ports;
  await broker.serve("telephony.engine", async () => ({ epoch: "e", v: 1, agents }));
  await broker.subscribe("message.send", (message) => {
    const sent = message as (typeof told)[number];
    if (String(sent.message["id"]).startsWith("alarm-")) told.push(sent);
  });
  own = await database.system(async (trx) => {
    const seat = await trx
      .selectFrom("seat")
      .select("groupId")
      .where("compId", "=", compId)
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow();
    const group = await trx
      .selectFrom("agent_group")
      .selectAll()
      .where("compId", "=", compId)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("agent_group")
      .values({ ...group, id: "elsewhere", name: "别处", parentId: null })
      .execute();
    await trx
      .updateTable("seat")
      .set({ groupId: "elsewhere" })
      .where("compId", "=", compId)
      .where("agentId", "=", "1002")
      .execute();
    return seat.groupId!;
  });
});
afterAll(() => office?.close());

const live = (agentId: string, code: number, since: number): LiveAgent => ({
  agentId,
  code,
  reason: "offer",
  since,
  registered: true,
});
async function pass(s: number): Promise<void> {
  for (let i = 0; i < s; i += 5) {
    await office.ports.clock.advance(5_000);
    for (let k = 0; k < 8; k++) await office.ports.database.ping();
  }
}
const rule = {
  name: "振铃过久",
  groupId: "",
  figure: "ringing",
  comparison: "more",
  value: 20,
  restMin: 1,
  forS: 0,
} as const;

test("Q17 whoever is named is told once of a seat that is in a state too long; a monitor not of seats that he does not see", async () => {
  const { administrator, monitor } = office;
  const { accounts, groups } = await administrator.call(seatAlarmApi.choices, { body: {} });
  expect(groups.map(({ id }) => id)).toEqual(expect.arrayContaining([own, "elsewhere"]));
  const ids = accounts.map(({ id }) => id);
  const { id } = await administrator.call(seatAlarmApi.add, { body: { ...rule, accountIds: ids } });
  const now = office.ports.clock.now();
  // Ringing, ringing elsewhere, and ready for ever.
  agents = [live("1001", 5, now), live("1002", 7, now), live("1003", 1, now - 9_000_000)];
  await pass(15);
  expect(told).toEqual([]);
  await pass(15);
  const monitors = accounts.filter(({ label }) => label.endsWith("（班长）")).map((account) => account.id);
  const of = (name: string) => told.filter(({ message }) => String(message["title"]).includes(name));
  expect(
    of("（1001）")
      .map(({ to }) => to.accountId)
      .sort(),
  ).toEqual([...ids].sort());
  expect(of("（1001）")[0]?.message).toMatchObject({
    text: expect.stringMatching(/^振铃时长高于20秒，当前2\d秒$/),
    target: { name: "realtimemonitoring" },
  });
  expect(of("（1002）").map(({ to }) => to.accountId)).not.toEqual(expect.arrayContaining(monitors));
  expect(of("（1003）")).toEqual([]);
  const before = told.length;
  await pass(60);
  expect(told).toHaveLength(before);
  const seen = async (who: typeof monitor) =>
    (await who.call(seatAlarmApi.events, { body: page })).list.map(({ groupName }) => groupName);
  expect(await seen(administrator)).toHaveLength(2);
  expect(await seen(monitor)).toEqual([expect.stringContaining("1001")]);
  const elsewhere = { ...page, groupId: "elsewhere" };
  expect((await administrator.call(seatAlarmApi.events, { body: elsewhere })).list).toMatchObject([
    { groupName: expect.stringContaining("1002"), endedAt: null },
  ]);
  agents = [];
  await pass(5);
  expect((await administrator.call(seatAlarmApi.events, { body: page })).list.every((e) => e.endedAt !== null)).toBe(
    true,
  );
  await administrator.call(seatAlarmApi.delete, { body: { ids: [id] } });
});

test("Q17 a column of the day, and the network of the moment", async () => {
  const { administrator } = office;
  const { accounts } = await administrator.call(seatAlarmApi.choices, { body: {} });
  const accountIds = [accounts[0]!.id];
  const now = office.ports.clock.now();
  // 1001 rang in vain twice today and once yesterday.
  await office.ports.database.system((trx) =>
    trx
      .insertInto("agent_status")
      .values(
        [now - 3_000, now - 2_000, now - 86_400_000].map((at, seq) => ({
          compId,
          agentId: "1001",
          seq: 9_000 + seq,
          code: 2,
          customStatusId: null,
          fromAt: new Date(at),
          toAt: new Date(at + 500),
          reason: "noAnswer",
          callId: null,
        })),
      )
      .execute(),
  );
  agents = [live("1001", 1, now), { ...live("1002", 8, now), level: 1 }, { ...live("1003", 8, now), level: 3 }];
  const before = told.length;
  const ids: string[] = [];
  for (const [name, figure, comparison, value] of [
    ["未接过多", "missed", "more", 1],
    ["接听过少", "answered", "less", 1],
    ["网络差", "network", "less", 2],
  ] as const) {
    const body = { ...rule, name, figure, comparison, value, accountIds };
    ids.push((await administrator.call(seatAlarmApi.add, { body })).id);
  }
  // The day is read again after ten seconds.
  await pass(15);
  expect(
    told
      .slice(before)
      .map(({ message }) => [String(message["title"]).replace(/^.*（/, "（"), message["text"]])
      .sort(),
  ).toEqual([
    ["（1001）告警：接听过少", "接听低于1，当前0"],
    ["（1001）告警：未接过多", "未接高于1，当前2"],
    ["（1002）告警：接听过少", "接听低于1，当前0"],
    ["（1002）告警：网络差", "网络等级低于2，当前1"],
    ["（1003）告警：接听过少", "接听低于1，当前0"],
  ]);
  await administrator.call(seatAlarmApi.delete, { body: { ids } });
});

test("Q17 a monitor keeps rules of his own seat groups alone; a figure of groups is none of seats", async () => {
  const { administrator, monitor, agent } = office;
  const { accounts, groups } = await monitor.call(seatAlarmApi.choices, { body: {} });
  expect(groups.map(({ id }) => id)).not.toContain("elsewhere");
  const body = { ...rule, accountIds: accounts.map(({ id }) => id) };
  expect((await refused(agent.call(seatAlarmApi.add, { body }))).status).toBe(403);
  expect(await refused(monitor.call(seatAlarmApi.add, { body }))).toMatchObject({ msg: "请选择坐席组" });
  expect(await refused(monitor.call(seatAlarmApi.add, { body: { ...body, groupId: "elsewhere" } }))).toMatchObject({
    msg: "坐席组不存在或不在您的监控范围内",
  });
  expect(
    (await refused(administrator.call(seatAlarmApi.add, { body: { ...body, figure: "waiting" } }))).fields,
  ).toMatchObject([{ path: "figure" }]);
  const { id } = await monitor.call(seatAlarmApi.add, { body: { ...body, groupId: own } });
  expect((await monitor.call(seatAlarmApi.list, { body: page })).list).toMatchObject([{ id, figure: "ringing" }]);
});
