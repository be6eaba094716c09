import { blackListApi, callLimitApi, callNotifyLimitApi, routeOutApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { subscribe, type Topics } from "../topics.ts";
import { createCallScreening } from "./index.ts";

let office: Office;
let screen: ReturnType<typeof createCallScreening>;
const compId = "100001";
const inbound = (caller: string) => screen({ compId, direction: "inbound", caller, callee: "4001" });
const outbound = (callee: string) => screen({ compId, direction: "outbound", caller: "4001", callee, agentId: "1001" });
const tenant: Office["ports"]["database"]["tenant"] = (id, run) => office.ports.database.tenant(id, run);

beforeAll(async () => {
  office = await openOffice();
  screen = createCallScreening(office.ports, office.composition.organisation.menus);
});
afterAll(() => office?.close());

let made = 0;
const record = (direction: "inbound" | "outbound", number: string, agoMs = 60_000, cause = "completed") =>
  tenant(compId, (trx) =>
    trx
      .insertInto("call_record")
      .values({
        compId,
        callId: `call-${(made += 1)}`,
        direction,
        caller: direction === "inbound" ? number : "4001",
        callee: direction === "inbound" ? "4001" : number,
        accessNumber: "4001",
        skillGroupId: null,
        agentId: null,
        startAt: new Date(office.ports.clock.now() - agoMs),
        waitMs: 0,
        ringMs: 0,
        talkMs: 0,
        holdMs: 0,
        result: 200,
        cause,
        recordingKey: null,
        recordingMs: null,
        appliedSeq: 1,
      })
      .execute(),
  );

test("without rules every call goes on as it is", async () => {
  expect(await inbound("13800138000")).toEqual({ ok: true });
  expect(await outbound("13800138000")).toEqual({ ok: true });
});

test("a barred number is refused with the reason, and the refusal is counted", async () => {
  await office.administrator.call(blackListApi.add, {
    body: { blackListType: 1, phone: "13900139000", isPrefix: 0, blackListCallType: 0, remark: "骚扰" },
  });
  expect(await inbound("13900139000")).toEqual({ ok: false, cause: "blacklisted", reason: "号码在企业黑名单中：骚扰" });
  expect(await outbound("13900139000")).toEqual({ ok: true });
  expect(
    await tenant(compId, (trx) => trx.selectFrom("call_block").select(["number", "direction", "ruleKind"]).execute()),
  ).toEqual([{ number: "13900139000", direction: "in", ruleKind: "blackList" }]);
  // Another enterprise's calls do not heed it.
  expect(await screen({ compId: "000009", direction: "inbound", caller: "13900139000", callee: "1" })).toEqual({
    ok: true,
  });
});

test("calls a day and the interval are held", async () => {
  const { id } = await office.administrator.call(callLimitApi.add, {
    body: {
      name: "每日两次",
      direction: "out",
      prefixes: "137",
      kind: "limit",
      hours: [],
      perNumberPerDay: 2,
      minIntervalS: 30,
      enabled: 1,
    },
  });
  // Refused ones were no calls.
  await record("outbound", "13700137000", 5_000, "barred");
  expect(await outbound("13700137000")).toEqual({ ok: true });
  await record("outbound", "13700137000", 10_000);
  expect(await outbound("13700137000")).toMatchObject({ ok: false, cause: "barred", reason: "距上次通话不足 30 秒" });
  await office.ports.clock.advance(60_000);
  expect(await outbound("13700137000")).toEqual({ ok: true });
  await record("outbound", "13700137000", 40_000);
  expect(await outbound("13700137000")).toMatchObject({ ok: false, reason: "该号码今日已通话 2 次，上限 2 次" });
  const { list } = await office.administrator.call(callLimitApi.list, { body: { pageNo: 1, pageSize: 10 } });
  expect(list).toMatchObject([{ id, blockedToday: 2 }]);
});

/** An access number of an enterprise beside the seeded ones. */
const number = (compId: string, number: string) =>
  office.ports.database.system((trx) =>
    trx
      .insertInto("access_number")
      .values({ compId, number, title: number, targetKind: "hangup", targetId: "", greeting: "" })
      .execute(),
  );
const fixed = (name: string, displayNumbers: string, priority: number) => ({
  name,
  prefixes: "8",
  minLength: 5,
  maxLength: 12,
  strip: 0,
  prepend: "",
  display: "fixed" as const,
  displayNumbers,
  priority,
  enabled: 1,
});

test("K16 B's administrator cannot show A's number: refused on save, naming the field", async () => {
  await office.ports.database.system((trx) =>
    trx.insertInto("enterprise").values({ compId: "200002", name: "乙公司" }).execute(),
  );
  await number("200002", "4009");
  const b = await office.enter("200002");
  for (const displayNumbers of ["4001", "4009,4001", "13800138000"])
    expect(await refused(b.call(routeOutApi.add, { body: fixed("冒用", displayNumbers, 1) }))).toMatchObject({
      fields: [
        {
          path: "displayNumbers",
          label: "外显号码",
          message: `外显号码${displayNumbers.split(",").at(-1)}不是本企业在用的接入号码`,
        },
      ],
    });
  expect(await refused(office.administrator.call(routeOutApi.add, { body: fixed("冒用", "4009", 1) }))).toMatchObject({
    msg: "外显号码4009不是本企业在用的接入号码",
  });
});

test("K16 a number that was out of service, deleted or given away since is not shown when it is dialled", async () => {
  await number(compId, "4003");
  await office.administrator.call(routeOutApi.add, { body: fixed("固定", "4003", 1) });
  expect(await outbound("86666")).toMatchObject({ displayed: "4003" });
  const change = (changes: { enabled?: number; compId?: string }) =>
    office.ports.database.system((trx) =>
      trx.updateTable("access_number").set(changes).where("number", "=", "4003").execute(),
    );
  await change({ enabled: 0 });
  expect(await outbound("86666")).not.toHaveProperty("displayed");
  await change({ enabled: 1, compId: "200002" });
  const given = await outbound("86666");
  expect(given).not.toHaveProperty("displayed");
  expect(given).toMatchObject({ ok: true, reason: "外呼路由“固定”" });
});

test("an outbound route rewrites the number, shows another, in turn, and says so", async () => {
  await number(compId, "4005");
  await office.administrator.call(routeOutApi.add, {
    body: {
      name: "本地",
      prefixes: "9",
      minLength: 5,
      maxLength: 12,
      strip: 1,
      prepend: "0",
      display: "rotate",
      displayNumbers: "4001,4005",
      priority: 1,
      enabled: 1,
    },
  });
  const shown = new Set<string | undefined>();
  for (let i = 0; i < 2; i += 1) {
    const answer = await outbound("955555");
    expect(answer).toMatchObject({
      ok: true,
      dialled: "055555",
      reason: expect.stringContaining("外呼路由“本地”：改拨 055555，外显 400"),
    });
    shown.add(answer.ok ? answer.displayed : undefined);
  }
  expect([...shown].sort()).toEqual(["4001", "4005"]);
});

/** An administrator whose role was granted nothing; the account's id. */
async function bare(): Promise<readonly [string]> {
  const { random } = office.ports;
  const [roleId, id] = [random.id(), random.id()];
  await office.ports.database.system(async (trx) => {
    const admin = await trx
      .selectFrom("account")
      .selectAll()
      .where("compId", "=", compId)
      .where("roleType", "=", 1)
      .executeTakeFirstOrThrow();
    await trx.insertInto("role").values({ id: roleId, compId, name: "空", kind: "custom", roleType: 1 }).execute();
    const own = { id, account: "bare", userName: `${compId}1bare`, roleId, isSys: 0, empower: "null" };
    await trx
      .insertInto("account")
      .values({ ...admin, ...own })
      .execute();
  });
  return [id];
}

test("administrators hear of a number that calls often, once a window", async () => {
  const heard: Topics["message.send"][] = [];
  const end = await subscribe(office.ports.broker, "message.send", (sent) => void heard.push(sent));
  await office.administrator.call(callNotifyLimitApi.add, {
    body: { name: "频繁", direction: "in", calls: 2, withinHours: 1, enabled: 1 },
  });
  await record("inbound", "13600136000");
  await inbound("13600136000");
  await inbound("13600136000");
  const before = heard.length;
  for (let i = 0; i < 200 && heard.length === 0; i += 1) await office.ports.database.ping();
  expect(before).toBeLessThanOrEqual(1);
  expect(heard.map(({ message }) => message)).toMatchObject([
    { type: "msgNotify", text: "号码 13600136000 在 1 小时内已呼入 2 次（提醒“频繁”）" },
  ]);
  // An administrator whose role has not the page of the rules hears nothing of what they say.
  const [other] = await bare();
  await record("inbound", "13600136002");
  await inbound("13600136002");
  for (let i = 0; i < 200 && heard.length === 1; i += 1) await office.ports.database.ping();
  await office.ports.database.ping();
  expect(heard.slice(1).map(({ to }) => to)).toEqual([heard[0]!.to]);
  expect(heard[0]!.to).not.toEqual({ accountId: other });
  heard.length = 1;
  // Whoever sees no numbers hears of it all the same.
  const hide = (isHiddenNum: 0 | 1) =>
    office.ports.database.system((trx) =>
      trx.updateTable("account").set({ isHiddenNum }).where("account", "=", "admin").execute(),
    );
  await hide(1);
  await record("inbound", "13600136001");
  await inbound("13600136001");
  for (let i = 0; i < 200 && heard.length === 1; i += 1) await office.ports.database.ping();
  expect(heard.slice(1).map(({ message }) => message)).toMatchObject([
    { type: "msgNotify", text: "号码 136****6001 在 1 小时内已呼入 2 次（提醒“频繁”）" },
  ]);
  await hide(0);
  await end();
});
