/** What a flow's transfers and messages promise (docs/protocol.md G76 to G78), on the engine with a scripted switch. */
import { compile } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { sql } from "kysely";
import { subscribe, type Topics } from "../../topics.ts";
import { noFlows, type FlowPort, type ListenFor } from "../flows.ts";
import type { ScreenCall } from "../screening.ts";
import { inFlows } from "../testing/in-flows.ts";
import { stagesOf, type Page, type Stage } from "../testing/stage.ts";
import { messageLimits } from "./message-offers.ts";

let s: Stage;
let screen: ScreenCall;
beforeEach(() => void (screen = async () => ({ ok: true })));
const open = stagesOf((stage) => (s = stage));
/** What is said is the file of its words. */
async function screened(options: Parameters<typeof open>[0]): Promise<void> {
  await open({ ...options, screen: (question) => screen(question) });
  jest.spyOn(s.ports.speech, "speak").mockImplementation(async (text) => `/said/${text}.wav`);
}
const { world, led, groupId, stageOf, cause } = inFlows(() => s, screened);

/** What the caller hears once the flow has led him back. */
const hears = (leg: string, text: string) => expect(s.sw.hears(leg)).toBe(`file /said/${text}.wav`);

const outside = (config: object) =>
  body([
    node("开始", "start", { to: { next: "外线" } }),
    node("外线", "callOutside", {
      config: { number: "13911112222", ...config },
      to: { ended: "评价", blocked: "不许", noAnswer: "没人", busy: "没人", failed: "没人" },
    }),
    node("评价", "play", { says: ["请评价"], to: { next: "再见" } }),
    node("不许", "play", { says: ["不能转接"], to: { next: "再见" } }),
    node("没人", "play", { says: ["无人接听"], to: { next: "再见" } }),
    node("再见", "hangup"),
  ]);

test("G76 the talk with somebody outside is over: who is still there comes back to the flow by 通话结束", async () => {
  await stageOf(() => outside({}));
  const mobile = await s.called("13911112222");
  const { leg } = await s.customer();
  const [out] = s.sw.at(mobile);
  s.sw.pickUp(out!);
  await s.settle();
  expect([s.sw.hears(leg), s.sw.hears(out!)]).toEqual([`leg ${out}`, `leg ${leg}`]);
  await s.advance(60_000);
  s.sw.leave(out!);
  await s.settle();
  hears(leg, "请评价");
  await s.advance(1_000);
  expect(s.sw.hears(leg)).toBe("gone");
  expect(await cause()).toBe("flowEnded");
});

test("G76 the caller hangs up while he talks outside: the call is over as any talk is", async () => {
  await stageOf(() => outside({ mostMinutes: 1 }));
  const mobile = await s.called("13911112222");
  const { leg } = await s.customer();
  const [out] = s.sw.at(mobile);
  s.sw.pickUp(out!);
  await s.settle();
  s.sw.leave(leg);
  await s.settle();
  expect(s.sw.hears(out!)).toBe("gone");
  expect(await cause()).toBe("completed");
  expect(s.sw.legs).toBe(0);
});

test("G76 the longest talk of the node ends it for the other alone", async () => {
  await stageOf(() => outside({ mostMinutes: 2 }));
  const mobile = await s.called("13911112222");
  const { leg } = await s.customer();
  const [out] = s.sw.at(mobile);
  s.sw.pickUp(out!);
  await s.settle();
  await s.advance(119_000);
  expect(s.sw.hears(leg)).toBe(`leg ${out}`);
  await s.advance(1_000);
  expect(s.sw.hears(out!)).toBe("gone");
  hears(leg, "请评价");
});

test("G76 a number that limits or lists keep from being called is 拒绝; one that nobody answers is not", async () => {
  await stageOf(() => outside({ ringSeconds: 20 }));
  const mobile = await s.called("13911112222");
  screen = async ({ callee }) =>
    callee === "13911112222" ? { ok: false, cause: "blacklisted", reason: "号码在企业黑名单中" } : { ok: true };
  const { leg } = await s.customer();
  expect(s.sw.at(mobile)).toEqual([]);
  hears(leg, "不能转接");
  screen = async () => ({ ok: true });
  const second = await s.customer("13900139000");
  await s.advance(20_000);
  hears(second.leg, "无人接听");
});

test("G76 the node's number is shown outside where the enterprise has it; another's is not", async () => {
  const shown = async (displayed: string, phone: string) => {
    flow = outside({ displayed });
    await s.customer(phone);
    const [out] = s.sw.at(mobile);
    const { from } = s.sw.request(out!)!;
    s.sw.leave(out!);
    await s.settle();
    return from;
  };
  let flow = outside({});
  await screened({
    flows: {
      ...noFlows,
      ...lateWorld(() => flow),
    },
  });
  await led();
  await s.ports.database.system((trx) =>
    sql`insert into access_number (comp_id, number, title, target_kind, target_id, greeting)
      values (${s.compId}, ${`9${s.number}`}, '二线', 'skillGroup', ${`g-${s.compId}`}, '')`.execute(trx),
  );
  const mobile = await s.called("13911112222");
  expect(await shown(`9${s.number}`, "13800138001")).toBe(`9${s.number}`);
  expect(await shown("110", "13800138002")).toBe(s.number);
});

/** The program is compiled anew for each call. */
const lateWorld = (flow: () => ReturnType<typeof outside>): Partial<FlowPort> => {
  const program = () => compile({ flowId: "f1", versionId: "v1", flowType: 1, body: flow(), voice: null });
  return {
    resolve: async () => program(),
    byVersion: async () => program(),
    speak: (_compId, text) => s.ports.speech.speak(text),
  };
};

test("G77 the caller hears the node's own music until somebody answers, in a queue and while a telephone rings", async () => {
  const waiting = (group: string) =>
    body([
      node("开始", "start", { to: { next: "客服" } }),
      node("客服", "skillGroup", { config: { targetId: group, music: "v9" }, to: { absent: "外线" } }),
      node("外线", "callOutside", { config: { number: "13911112222", music: "v9" }, to: { noAnswer: "再见" } }),
      node("再见", "hangup"),
    ]);
  const asked: string[] = [];
  const own: Partial<FlowPort> = {
    ...lateWorld(() => flow),
    voice: async (_compId, id) => {
      asked.push(id);
      return "/voices/own.wav";
    },
  };
  let flow = waiting("g");
  await screened({ flows: { ...noFlows, ...own } });
  flow = waiting(await groupId());
  await led();
  const mobile = await s.called("13911112222");
  const first = await s.customer();
  const [out] = s.sw.at(mobile);
  expect(out).toBeDefined();
  expect(s.sw.planned(first.leg)).toBe("file /voices/own.wav");
  s.sw.pickUp(out!);
  await s.settle();
  expect(s.sw.hears(first.leg)).toBe(`leg ${out}`);

  const page = await s.ready("1001");
  await page.command("setState", { state: "2" });
  const second = await s.customer("13900139000");
  expect(s.sw.planned(second.leg)).toBe("file /voices/own.wav");
  expect(asked).toEqual(expect.arrayContaining(["v9"]));
});

const message = (config: object) =>
  body([
    node("开始", "start", { to: { next: "留言" } }),
    node("留言", "voiceMessage", { says: ["请留言"], config: { ...config }, to: { left: "再见", tooShort: "再见" } }),
    node("再见", "hangup"),
  ]);
const contacts = () =>
  s.ports.database.system((trx) =>
    trx
      .selectFrom("queued_contact")
      .select(["skillGroupId", "agentId", "quiet", "state", "kind", "messageMs"])
      .where("compId", "=", s.compId)
      .execute(),
  );
async function leaves(): Promise<void> {
  const { leg } = await s.customer();
  await s.advance(1_000);
  await s.settle();
  await s.advance(5_000);
  s.sw.press(leg, "#");
  await s.advance(1_000);
  await s.advance(messageLimits.settled);
}
const offered = (page: Page) => (page.last("messageOffer")?.["json"] ?? "") !== "";

test("G78 a message for a seat is that seat's to see to: it is told, and nobody is offered it", async () => {
  await stageOf(() => message({ toKind: "seat", toId: "1001" }));
  await offering();
  const told: Topics["message.send"][] = [];
  await subscribe(s.ports.broker, "message.send", (sent) => void told.push(sent));
  const colleague = await s.ready("1002");
  await leaves();
  expect(await contacts()).toEqual([
    { skillGroupId: "", agentId: "1001", quiet: 0, state: "waiting", kind: "voicemail", messageMs: 5_000 },
  ]);
  expect(told).toEqual([
    expect.objectContaining({
      to: { compId: s.compId, agentId: "1001" },
      message: expect.objectContaining({ title: "有一条留言需要您处理", text: "来自138****8000，点击收听" }),
    }),
  ]);
  await s.advance(messageLimits.look);
  expect(offered(colleague)).toBe(false);
});

const offering = () =>
  s.ports.database.system((trx) =>
    trx
      .updateTable("skill_group")
      .set({ voicemailOffer: 1, voicemailOfferS: 20 })
      .where("compId", "=", s.compId)
      .execute(),
  );

test("G78 with 通知对方 a group's message is offered, without it nobody is told and it is in the list, also after a restart", async () => {
  let notice = true;
  const flows = { ...noFlows, ...lateWorld(() => message({ toKind: "skillGroup", toId: `g-${s.compId}`, notice })) };
  await screened({ flows, outlives: true });
  await led();
  await offering();
  const page = await s.ready("1001");
  notice = false;
  await leaves();
  await s.advance(messageLimits.look);
  expect(await contacts()).toMatchObject([{ skillGroupId: `g-${s.compId}`, agentId: null, quiet: 1 }]);
  expect(offered(page)).toBe(false);
  notice = true;
  await leaves();
  await s.advance(messageLimits.look);
  expect(offered(page)).toBe(true);
});

test("G79 a flow that a robot speaks listens with the robot's recogniser; one without a robot with the enterprise's first", async () => {
  const asking = body([
    node("开始", "start", { to: { next: "问" } }),
    node("问", "speech", {
      says: ["要办什么"],
      config: { branches: [{ id: "sales", name: "售后" }] },
      to: { sales: "再见", unknown: "再见", timeout: "再见" },
      intents: { sales: "intent1" },
    }),
    node("再见", "hangup"),
  ]);
  const engines: (string | undefined)[] = [];
  let flowType = 2;
  const program = () => compile({ flowId: "f1", versionId: "v1", flowType, body: asking, voice: null });
  const line = { id: "l1", name: "一号线", concurrency: 1, expiresOn: "", enabled: true };
  await screened({
    flows: {
      ...world(asking),
      resolve: async () => program(),
      byVersion: async () => program(),
      robots: async () => ({
        lines: [line],
        robot: { id: "r1", name: "小联", tts: "", asr: "e7", fallbackGroupId: "" },
      }),
      listen: async (_compId: string, { engineId }: ListenFor) => {
        engines.push(engineId);
        return { push: () => undefined, close: () => undefined };
      },
    },
  });
  await led();
  const { leg } = await s.customer();
  await s.advance(1_000);
  s.sw.leave(leg);
  await s.settle();
  flowType = 1;
  await s.customer("13900139000");
  await s.advance(1_000);
  expect(engines).toEqual(["e7", undefined]);
});

test("G74 a system outside is asked once its question stands in the log", async () => {
  const asked: string[] = [];
  const flow = body([
    node("开始", "start", { to: { next: "导航" } }),
    node("导航", "keyNav", { config: { keys: ["1"] }, to: { "key-1": "接口", timeout: "再见", invalid: "再见" } }),
    node("接口", "interface", { config: { interfaceId: "i1" }, to: { ok: "再见", failed: "再见", timeout: "再见" } }),
    node("再见", "hangup"),
  ]);
  const ask: FlowPort["ask"] = async ({ key }) => {
    asked.push(key);
    return { ok: true, status: 200, values: {} };
  };
  await screened({ outlives: true, flows: { ...world(flow), ask } });
  await led();
  const { leg } = await s.customer();
  let write = (): void => undefined;
  const mayWrite = new Promise<void>((resolve) => (write = resolve));
  const { database } = s.ports;
  const system = database.system.bind(database);
  const held = jest.spyOn(database, "system").mockImplementation(async (...of) => {
    await mayWrite;
    return system(...of);
  });
  s.sw.press(leg, "1");
  // The stage settles with its log, which waits.
  while (held.mock.calls.length === 0) await new Promise(setImmediate);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(asked).toEqual([]);
  write();
  await s.settle();
  expect(asked).toHaveLength(1);
  held.mockRestore();
  expect(await cause()).toBe("flowEnded");
});

test("G139 what an interface took is counted from its asking on, and the next is given what the flow has left", async () => {
  const late = (to: string) => ({ ok: to, failed: to, timeout: to });
  const limited = body([
    node("开始", "start", { config: { interfaceSeconds: 5 }, to: { next: "甲" } }),
    node("甲", "interface", { config: { interfaceId: "i1", timeoutSeconds: 4 }, to: late("乙") }),
    node("乙", "interface", { config: { interfaceId: "i2", timeoutSeconds: 4 }, to: late("再见") }),
    node("再见", "hangup"),
  ]);
  const given: number[] = [];
  let answer = (): void => undefined;
  const ask: FlowPort["ask"] = async (_by, asked) => {
    if (asked.what === "interface") given.push(asked.timeoutMs);
    await new Promise<void>((resolve) => (answer = resolve));
    return { ok: true, status: 200, values: {} };
  };
  await screened({ flows: { ...world(limited), ask } });
  await led();
  await s.customer();
  await s.settle();
  await s.advance(3_000);
  answer();
  await s.settle();
  expect(given).toEqual([4_000, 2_000]);
  answer();
  await s.settle();
});

test("G168 whom a flow puts first by minutes goes before who waits longer, by no more than these", async () => {
  const queue = (id: string, group: string, priority: number) =>
    node(id, "skillGroup", {
      config: { targetId: group, priority, maxWaitSeconds: 600 },
      to: { timeout: "再见", full: "再见", absent: "再见" },
    });
  await stageOf((group) =>
    body([
      node("开始", "start", { to: { next: "导航" } }),
      node("导航", "keyNav", {
        ...{ says: ["请按键"], config: { keys: ["1", "2"] } },
        to: { "key-1": "排队", "key-2": "优先", timeout: "再见", invalid: "再见" },
      }),
      ...[queue("排队", group, 0), queue("优先", group, 2), node("再见", "hangup")],
    ]),
  );
  const page = await s.signIn("1001");
  const chooses = async (number: string, key: string) => {
    const { leg } = await s.customer(number);
    s.sw.press(leg, key);
    await s.settle();
    return leg;
  };
  const early = await chooses("13800000001", "1");
  await s.advance(150_000);
  const middle = await chooses("13800000002", "1");
  await s.advance(60_000);
  const first = await chooses("13800000003", "2");
  // 210 s, 60 s, and 2 minutes.
  const order: (string | undefined)[] = [];
  await page.command("setState", { state: "1" });
  for (const leg of [early, first, middle]) {
    order.push(page.callView()?.number);
    s.sw.leave(leg);
    await s.settle();
  }
  expect(order).toEqual(["13800000001", "13800000003", "13800000002"]);
});
