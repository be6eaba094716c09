/** Q16: rules of live figures, who may keep which, and whom the server tells when. */
import { alarmApi } from "@liantai/api/contract/admin";
import type { QueuesNow } from "../../ports/engine.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import type { AdministrationDeps } from "../deps.ts";
import { demoEnterprise } from "../system/index.ts";
import { groupAlarms } from "./alarm-subjects.ts";
import { AlarmWatch } from "./alarm-watch.ts";
import { lookAt, type Rule, type Since } from "./alarm-state.ts";

const compId = demoEnterprise.compId;
const page = { pageNo: 1, pageSize: 20 };
let office: Office;
let group = "";
let waiting = 0;
let talking = 0;
const silent = { signedIn: 0, idle: 0, ringing: 0, wrapUp: 0, busy: 0, waitMs: null, error: null };
const told: { readonly to: { readonly accountId?: string }; readonly message: Record<string, unknown> }[] = [];

const call = (i: number): QueuesNow["waiting"][number] => ({
  callId: `c${i}`,
  callback: null,
  number: "138",
  accessNumber: null,
  groupIds: [group],
  queueName: null,
  arrivedAt: 0,
  queuedAt: 0,
  ahead: i,
  waitMs: null,
  boostMs: 0,
  movedMs: 0,
  offered: [],
  ringing: null,
});

beforeAll(async () => {
  office = await openOffice();
  const { broker, clock, database } = office.ports;
  await broker.serve("telephony.engine", async () => ({
    at: clock.now(),
    groups: talking === 0 ? [] : [{ ...silent, id: group, talking }],
    waiting: Array.from({ length: waiting }, (_, i) => call(i)),
  }));
  await broker.subscribe("message.send", (message) => {
    const sent = message as (typeof told)[number];
    if (String(sent.message["id"]).startsWith("alarm-")) told.push(sent);
  });
  group = await database.system(async (trx) => {
    const own = await trx.selectFrom("skill_group").selectAll().where("compId", "=", compId).executeTakeFirstOrThrow();
    await trx
      .insertInto("skill_group")
      .values({ ...own, id: "other", name: "别组", rings: "[]" })
      .execute();
    return own.id;
  });
});
afterAll(() => office?.close());

const rule = { name: "排队过多", groupId: "", figure: "waiting", comparison: "more", value: 2, restMin: 1 } as const;
/** Looks are 5 s apart; each goes through the database's thread. */
async function pass(s: number): Promise<void> {
  for (let i = 0; i < s; i += 5) {
    await office.ports.clock.advance(5_000);
    for (let k = 0; k < 8; k++) await office.ports.database.ping();
  }
}

test("Q16 told once to those who are named, again only after it was over and the rest has passed; what was told is listed", async () => {
  const { administrator, monitor } = office;
  const { accounts, groups } = await administrator.call(alarmApi.choices, { body: {} });
  expect(groups.map(({ id }) => id).sort()).toEqual([group, "other"].sort());
  const ids = accounts.map(({ id }) => id);
  expect(accounts.map(({ label }) => label)).toEqual(expect.arrayContaining([expect.stringMatching(/（班长）$/)]));
  const body = { ...rule, forS: 10, accountIds: ids };
  const { id } = await administrator.call(alarmApi.add, { body });
  waiting = 3;
  await pass(10);
  expect(told).toEqual([]);
  await pass(10);
  expect(told.map(({ to }) => to.accountId).sort()).toEqual([...ids].sort());
  expect(told[0]?.message).toMatchObject({
    type: "msgNotify",
    title: expect.stringContaining("告警：排队过多"),
    text: "排队高于2，当前3",
    level: "warning",
  });
  await pass(60);
  expect(told).toHaveLength(ids.length);
  const { list } = await administrator.call(alarmApi.events, { body: page });
  expect(list).toMatchObject([{ name: "排队过多", text: "排队高于2，当前3", endedAt: null }]);
  // Over, and there again.
  waiting = 0;
  await pass(5);
  expect((await monitor.call(alarmApi.events, { body: page })).list).toMatchObject([{ endedAt: expect.any(Number) }]);
  waiting = 4;
  await pass(20);
  expect(told).toHaveLength(2 * ids.length);
  waiting = 0;
  await pass(5);
  waiting = 4;
  await pass(20);
  // Within its rest.
  expect(told).toHaveLength(2 * ids.length);
  await pass(60);
  expect(told).toHaveLength(3 * ids.length);
  await administrator.call(alarmApi.update, { body: { ...body, id, enabled: 0 } });
  await pass(5);
  expect(
    (await administrator.call(alarmApi.events, { body: page })).list.every(({ endedAt }) => endedAt !== null),
  ).toBe(true);
  await administrator.call(alarmApi.delete, { body: { ids: [id] } });
});

test("Q16 a monitor keeps rules of his groups alone, and is not told of others", async () => {
  const { administrator, monitor, agent } = office;
  const { accounts, groups } = await monitor.call(alarmApi.choices, { body: {} });
  expect(groups.map(({ id }) => id)).toEqual([group]);
  const body = { ...rule, forS: 0, accountIds: accounts.map(({ id }) => id) };
  expect((await refused(agent.call(alarmApi.add, { body }))).status).toBe(403);
  expect((await refused(monitor.call(alarmApi.add, { body }))).fields).toMatchObject([{ path: "groupId" }]);
  expect((await refused(monitor.call(alarmApi.add, { body: { ...body, groupId: "other" } }))).fields).toMatchObject([
    { path: "groupId", message: "技能组不存在或不在您的监控范围内" },
  ]);
  expect(
    (await refused(monitor.call(alarmApi.add, { body: { ...body, groupId: group, accountIds: ["nobody"] } }))).fields,
  ).toMatchObject([{ path: "accountIds" }]);
  const mine = await monitor.call(alarmApi.add, { body: { ...body, name: "本组", groupId: group } });
  const foreign = await administrator.call(alarmApi.add, {
    body: { ...body, name: "别组", groupId: "other", figure: "signedIn", comparison: "less", value: 1 },
  });
  expect((await monitor.call(alarmApi.list, { body: page })).list.map(({ id }) => id)).toEqual([mine.id]);
  expect((await administrator.call(alarmApi.list, { body: page })).total).toBe(2);
  expect(
    (await refused(monitor.call(alarmApi.update, { body: { ...body, id: foreign.id, groupId: group } }))).code,
  ).toBe(404);
  await refused(monitor.call(alarmApi.delete, { body: { ids: [foreign.id] } }));
  expect((await administrator.call(alarmApi.list, { body: page })).total).toBe(2);
  told.length = 0;
  waiting = 0;
  await pass(10);
  const monitorAccount = accounts.find(({ label }) => label.endsWith("（班长）"))!.id;
  expect(told.length).toBeGreaterThan(0);
  expect(told.map(({ to }) => to.accountId)).not.toContain(monitorAccount);
  for (const wrong of [
    { value: -1 },
    { figure: "missed" },
    { comparison: "equal" },
    { accountIds: [] },
    { accountIds: "x" },
    { forS: 1.5 },
    { restMin: 2_000 },
  ])
    expect((await refused(administrator.call(alarmApi.add, { body: { ...body, ...wrong } as never }))).code).toBe(400);
});

test("Q16 a figure without a value holds no rule, and seconds count from when it came to hold", () => {
  const of = (value: number | null) => [{ id: "g", name: "组", value: () => value }];
  const slow: Rule = { id: "r", groupId: "g", figure: "longestWait", comparison: "less", value: 5, forS: 10 };
  let since: Since = new Map();
  const look = (value: number | null, now: number, open: readonly string[] = []) => {
    const found = lookAt([slow], of(value), since, new Set(open), now);
    since = found.since;
    return [found.raised.length, found.over];
  };
  expect(look(null, 0)).toEqual([0, []]);
  expect(look(4, 1_000)).toEqual([0, []]);
  expect(look(5, 5_000)).toEqual([0, []]);
  expect(look(4, 6_000)).toEqual([0, []]);
  expect(look(4, 15_999)).toEqual([0, []]);
  expect(look(4, 16_000)).toEqual([1, []]);
  expect(look(4, 20_000, ["r/g"])).toEqual([0, []]);
  expect(look(null, 21_000, ["r/g"])).toEqual([0, ["r/g"]]);
});

test("Q16 every column may be watched: one of the moment, and one of the day", async () => {
  const { administrator } = office;
  const { accounts } = await administrator.call(alarmApi.choices, { body: {} });
  const accountIds = [accounts[0]!.id];
  const at = new Date(office.ports.clock.now() - 60_000);
  await office.ports.database.system((trx) =>
    trx
      .insertInto("call_visit")
      .values(
        [1, 2].map((n) => ({
          ...{
            compId,
            callId: `v${n}`,
            seq: 1,
            skillGroupId: group,
            first: 1,
            viaTransfer: 0,
            enteredAt: at,
            leftAt: at,
          },
          ...{ outcome: "answered" as const, waitMs: 0, shortMs: 5_000, offers: 1 },
        })),
      )
      .execute(),
  );
  waiting = 0;
  talking = 3;
  const before = told.length;
  const ids: string[] = [];
  for (const [name, figure, value] of [
    ["通话过多", "talking", 2],
    ["呼入过多", "inbound", 1],
  ] as const) {
    const body = { ...rule, name, figure, value, groupId: group, forS: 0, accountIds };
    ids.push((await administrator.call(alarmApi.add, { body })).id);
  }
  await pass(15);
  expect(
    told
      .slice(before)
      .map(({ message }) => message["text"])
      .sort(),
  ).toEqual(["今日呼入高于1，当前2", "通话高于2，当前3"]);
  await administrator.call(alarmApi.delete, { body: { ids } });
  talking = 0;
});

test("Q16 a rule that is made while the enterprise's are read is looked at next, and so are those of others told meanwhile", async () => {
  const { broker, database } = office.ports;
  const changed = () => broker.publish("alarms.changed", { compId });
  await database.system((trx) =>
    Promise.all((["alarm", "alarm_event"] as const).map((of) => trx.deleteFrom(of).execute())),
  );
  let made = false;
  // As if somebody had made one between the answer of the database and what is done with it.
  const tenant: typeof database.tenant = async (whose, run) => {
    const answer = await database.tenant(whose, run);
    if (!made) {
      made = true;
      const { accounts } = await office.administrator.call(alarmApi.choices, { body: {} });
      const accountIds = accounts.map(({ id }) => id);
      await office.administrator.call(alarmApi.add, { body: { ...rule, name: "同时", forS: 0, accountIds } });
    }
    return answer;
  };
  // Nobody has rules when it starts: that one has is told while it reads.
  const system: typeof database.system = async (run) => {
    const answer = await database.system(run);
    await changed();
    return answer;
  };
  let looked = 0;
  const ports = { ...office.ports, database: { ...database, tenant, system } };
  const watch = new AlarmWatch(
    { ports } as unknown as AdministrationDeps,
    groupAlarms,
    async () => ((looked += 1), []),
  );
  await watch.start();
  for (let look = 0; look < 3; look += 1) await watch.look();
  await watch.stop();
  expect([made, looked]).toEqual([true, 2]);
});
