/** Robots in calls, on the engine with a scripted switch: lines are held, refused and given back; agents take callers over. */
import { compile, type FlowBody } from "@liantai/api/flows";
import { body, node } from "@liantai/api/testing/flows";
import { formatDate } from "@liantai/api/contract";
import { sql } from "kysely";
import type { RobotsNow } from "../../../ports/engine.ts";
import { isContact, readStream } from "../../event-log/index.ts";
import { noFlows, type FlowPort } from "../flows.ts";
import { freeLine, type FlowRobots, type RobotLine } from "../robot-lines.ts";
import type { TalkListener } from "../listener.ts";
import { subscribe, type Topics } from "../../topics.ts";
import { stagesOf, type Page, type Stage } from "../testing/stage.ts";

let s: Stage;
const open = stagesOf((stage) => (s = stage));

const line = (more: Partial<RobotLine> = {}): RobotLine => ({
  id: "l1",
  name: "一号线",
  concurrency: 2,
  expiresOn: "",
  enabled: true,
  ...more,
});
const asking = (...more: Parameters<typeof node>[]): FlowBody =>
  body(
    [
      node("开始", "start", { to: { next: "问" } }),
      node("问", "keyNav", {
        says: ["请问办什么"],
        config: { keys: ["1", "2"], firstSeconds: 60 },
        to: { "key-1": "转人工", "key-2": "再见", timeout: "再见", invalid: "再见" },
      }),
      node("转人工", "skillGroup", { config: { targetId: "nobody" }, to: { absent: "再见" } }),
      node("再见", "hangup", { says: ["再见"] }),
      ...more.map((each) => node(...each)),
    ],
    { collectVariable: [{ vName: "card", vAlias: "卡号", type: "text", value: "" }] },
  );
const wayOut = asking(["异常", "exception", { to: { next: "很忙" } }], ["很忙", "play", { says: ["机器人都在忙"] }]);

/** What calls find; changed while they run. */
let robots: FlowRobots;
const world = (flow: FlowBody): FlowPort => {
  const program = (id: string, flowType: number) =>
    compile({ flowId: id, versionId: `v-${id}`, flowType, body: flow, voice: null });
  const of = { f1: program("f1", 2) } as const;
  return {
    ...noFlows,
    resolve: async (_compId, id) => of[id as "f1"],
    byVersion: async (_compId, id) => Object.values(of).find(({ versionId }) => versionId === id),
    robots: async () => robots,
    speak: (_compId, text) => s.ports.speech.speak(text),
  };
};

async function led(): Promise<void> {
  await s.ports.database.system(async (trx) => {
    await sql`insert into voice_flow (comp_id, id, name, flow_type, draft, version_id, created_at, updated_at)
      values (${s.compId}, 'f1', '咨询机器人', 2, '', 'v-f1', now(), now())`.execute(trx);
    await trx
      .updateTable("access_number")
      .set({ targetKind: "flow", targetId: "f1", greeting: "" })
      .where("compId", "=", s.compId)
      .where("number", "=", s.number)
      .execute();
  });
}

async function stageOf(
  flow: FlowBody,
  found: FlowRobots,
  listener?: Pick<TalkListener, "handedOver">,
  outlives = false,
): Promise<void> {
  robots = found;
  const hears = listener && { listener: { begin: async () => undefined, ...listener } };
  await open({ flows: world(flow), outlives, ...hears });
  // Whoever takes a caller over lifts his telephone when the test says so.
  s.sw.autoAnswers = false;
  await led();
}

const phones = ["13800138001", "13800138002", "13800138003", "13800138004"] as const;
const call = async (at: number): Promise<string> => (await s.customer(phones[at])).leg;
const now = () => s.engine.request({ verb: "robots", compId: s.compId }) as Promise<RobotsNow>;
const used = async (): Promise<number> => (await now()).calls.length;
const last = async () => (await s.records()).at(-1) as { readonly callId: string; readonly cause: string | null };
/** The record of the call from this number. */
const of = async (at: number) =>
  (await s.records()).find((r) => r["caller"] === phones[at]) as { callId: string; cause: string | null };

test("Y16 with concurrency 2 the third call of two that come together finds no line and hears so; 74 stands in its track", async () => {
  await stageOf(asking(), { lines: [line()] });
  const [first, second, third] = await Promise.all([call(0), call(1), call(2)]);
  expect(await used()).toBe(2);
  const refused = await Promise.all(
    [0, 1, 2].map(async (at) => [at, await s.track((await of(at)).callId)] as const),
  ).then((tracks) => tracks.filter(([, track]) => !track.includes("robotTaken")));
  expect(refused).toHaveLength(1);
  const leg = [first, second, third][refused[0]![0]]!;
  await s.advance(1_000);
  expect(s.sw.hears(leg)).toBe("gone");
  const { callId, cause } = await of(refused[0]![0]);
  expect(cause).toBe("noRobot");
  expect(await steps(callId)).toEqual(["entered", "failed", "noRobot", "left"]);
  // Whoever hangs up gives his line back.
  s.sw.leave([first, second, third].find((each) => each !== leg)!);
  await s.settle();
  expect(await used()).toBe(1);
  await call(3);
  expect(await used()).toBe(2);
});

/** What the flow noted in the call. */
async function steps(callId: string): Promise<string[]> {
  const events = await s.ports.database.system((trx) =>
    readStream(trx, { compId: s.compId, stream: "contact", id: callId }),
  );
  return events.filter(isContact).flatMap(({ fact }) => (fact.type === "flowStep" ? [fact.step] : []));
}

test("Y17 the way out: the flow's exception node", async () => {
  await stageOf(wayOut, { lines: [] });
  const leg = await call(0);
  expect(s.sw.hears(leg)).toMatch(/^file /);
  await s.advance(1_000);
  expect(await last()).toMatchObject({ cause: "flowEnded" });
  expect(await steps((await last()).callId)).toContain("noRobot");
});

test("Y17 without an exception node: the robot's skill group", async () => {
  await stageOf(asking(), { lines: [line({ concurrency: 1 })] });
  await call(0);
  const page = await s.ready("1001");
  robots = { ...robots, robot: { id: "r1", name: "小联", tts: "", asr: "", fallbackGroupId: await groupId() } };
  await call(1);
  const [phone] = s.sw.at(page.user);
  s.sw.pickUp(phone!);
  await s.settle();
  expect(page.callView()).toMatchObject({ phase: "talking", number: phones[1], skillGroupName: "客服一组" });
});

async function groupId(): Promise<string> {
  const { rows } = await s.ports.database.system((trx) =>
    sql<{ id: string }>`select id from skill_group where comp_id = ${s.compId}`.execute(trx),
  );
  return rows[0]!.id;
}

test("Y18 an expired line, a disabled one and none at all are the same; the last day counts, lines add up", async () => {
  const today = formatDate(Date.UTC(2026, 0, 1));
  expect(freeLine([line({ expiresOn: "2025-12-31" })], new Map(), today)).toBeUndefined();
  expect(freeLine([line({ expiresOn: today })], new Map(), today)?.id).toBe("l1");
  expect(freeLine([line({ enabled: false })], new Map(), today)).toBeUndefined();
  const two = [line({ concurrency: 1 }), line({ id: "l2", concurrency: 1 })];
  expect(freeLine(two, new Map([["l1", 1]]), today)?.id).toBe("l2");
  expect(freeLine(two, new Map(two.map(({ id }) => [id, 1])), today)).toBeUndefined();

  await stageOf(asking(), { lines: [line({ expiresOn: "2000-01-01" })] });
  await call(0);
  await s.advance(1_000);
  expect(await last()).toMatchObject({ cause: "noRobot" });
});

test("Y18 concurrency that is lowered ends no call; the next one waits for room", async () => {
  await stageOf(asking(), { lines: [line()] });
  const legs = [await call(0), await call(1)];
  robots = { lines: [line({ concurrency: 1 })] };
  expect(await used()).toBe(2);
  await call(2);
  s.sw.leave(legs[0]!);
  await s.settle();
  await call(3);
  await s.advance(1_000);
  expect([await used(), (await of(2)).cause, (await of(3)).cause]).toEqual([1, "noRobot", "noRobot"]);
});

test("Y19 the counts are those of the living calls: another process finds them, a dead switch leaves none", async () => {
  await stageOf(asking(), { lines: [line()] }, undefined, true);
  const before = s;
  const leg = await call(0);
  await call(1);
  await before.kill();
  await open({ after: before, outlives: true, flows: world(asking()) });
  await s.settle();
  expect(await used()).toBe(2);
  // Ids of calls are made of the time, and this process draws the same lots as the one before.
  await s.advance(1_000);
  await call(2);
  await s.advance(1_000);
  await s.advance(1_000);
  expect((await of(2)).cause).toBe("noRobot");
  s.sw.leave(leg);
  await s.settle();
  expect(await used()).toBe(1);
});

test("Y19 where the switch dies with its process no line stays held", async () => {
  await stageOf(asking(), { lines: [line()] });
  const embedded = s;
  await call(0);
  expect(await used()).toBe(1);
  await embedded.kill();
  await open({ after: embedded, flows: world(asking()) });
  await s.settle();
  expect(await used()).toBe(0);
});

test("Y20 who is led into a queue keeps his line until somebody answers", async () => {
  const toGroup = (group: string) =>
    body([node("开始", "start", { to: { next: "转" } }), node("转", "skillGroup", { config: { targetId: group } })]);
  let flow = asking();
  robots = { lines: [line()] };
  const late: FlowPort = { ...noFlows, ...world(flow), resolve: (...of) => world(flow).resolve(...of) };
  await open({ flows: late });
  await led();
  flow = toGroup(await groupId());
  const page = await s.ready("1001");
  const leg = await call(0);
  expect(await used()).toBe(1);
  const [phone] = s.sw.at(page.user);
  s.sw.pickUp(phone!);
  await s.settle();
  expect([s.sw.hears(leg), await used()]).toEqual([`leg ${phone}`, 0]);
});

/** Sentences that agents were told of robots' dialogues, and what followers were told. */
async function listening() {
  const said: string[] = [];
  const told: Topics["robot.told"][] = [];
  await subscribe(s.ports.broker, "assist.told", ({ agentId, message }) => {
    if (message.type === "CHAT") said.push(`${agentId} ${message.dialogueData.type} ${message.dialogueData.text}`);
  });
  await subscribe(s.ports.broker, "robot.told", (news) => void told.push(news));
  return { said, told };
}
const take = (page: Page, callId: string) => page.command("pickup", { callId });

test("Y23 an agent reads what was said, then gets the caller, whom the robot keeps until he answers; the line is free", async () => {
  const kept: string[] = [];
  await stageOf(
    asking(),
    { lines: [line()] },
    { handedOver: async (_of, said) => void kept.push(...said.map(({ text }) => text)) },
  );
  const page = await s.ready("1001");
  const heard = await listening();
  const leg = await call(0);
  const { callId } = await last();
  expect(heard.told.at(-1)).toMatchObject({ callId, call: { line: "一号线", node: "问", flowName: "咨询机器人" } });
  expect(await take(page, callId)).toEqual({ code: 1, fields: { callId, robot: "1" } });
  await s.settle();
  expect([page.callView()?.phase, s.sw.hears(leg)]).toEqual(["ringing", expect.stringMatching(/^file /)]);
  expect(heard.said).toEqual(["1001 robot 请问办什么"]);
  expect((await now()).calls).toMatchObject([{ taking: "1001", dialogue: [{ side: "robot", text: "请问办什么" }] }]);
  const [phone] = s.sw.at(page.user);
  s.sw.pickUp(phone!);
  await s.settle();
  expect([s.sw.hears(leg), s.sw.hears(phone!), await used(), kept]).toEqual([
    `leg ${phone}`,
    `leg ${leg}`,
    0,
    ["请问办什么"],
  ]);
  expect(heard.told.at(-1)).toMatchObject({ callId, call: null, by: "1001" });
  expect(page.callView()?.phase).toBe("talking");
  s.sw.leave(leg);
  await s.settle();
  expect(await last()).toMatchObject({ cause: "completed" });
});

test("Y24 who does not answer, or is not wanted, leaves the caller with the robot; whoever hung up meanwhile is told", async () => {
  await stageOf(asking(), { lines: [line()] });
  const [page, other] = [await s.ready("1001"), await s.ready("1002")];
  const leg = await call(0);
  const { callId } = await last();
  await take(page, callId);
  await s.settle();
  // Of two who press one gets him.
  expect(await take(other, callId)).toMatchObject({ code: -403, msg: "该来电当前不能代接" });
  s.sw.leave(s.sw.at(page.user)[0]!, "rejected");
  await s.settle();
  expect([page.callView(), s.sw.hears(leg), await used()]).toEqual([undefined, expect.stringMatching(/^file /), 1]);
  expect(page.last("agentState")).toMatchObject({ reason: "declined" });
  await take(other, callId);
  await s.settle();
  s.sw.leave(leg);
  await s.settle();
  expect([other.callView(), s.sw.at(other.user), (await of(0)).cause]).toEqual([undefined, [], "abandonedInFlow"]);
  expect(await take(other, callId)).toMatchObject({ code: -404 });
});

test("Y24 the flow leads the caller elsewhere: whoever wanted him is told; one that ends waits for him", async () => {
  await stageOf(asking(), { lines: [line()] });
  const page = await s.ready("1001");
  const first = await call(0);
  await take(page, (await last()).callId);
  await s.settle();
  s.sw.press(first, "1");
  await s.settle();
  expect([page.callView(), page.last("notice")?.["msg"]]).toEqual([undefined, "机器人已把客户转往别处，未能接管"]);
  const second = await call(1);
  await take(page, (await of(1)).callId);
  await s.settle();
  s.sw.press(second, "2");
  await s.settle();
  await s.advance(1_000);
  expect(s.sw.hears(second)).not.toBe("gone");
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  expect(page.callView()).toMatchObject({ phase: "talking", number: phones[1] });
});

test("Y23 another process goes on with a call that somebody is taking over", async () => {
  await stageOf(asking(), { lines: [line()] }, undefined, true);
  const before = s;
  const page = await s.ready("1001");
  const leg = await call(0);
  await take(page, (await last()).callId);
  await s.settle();
  await before.kill();
  await open({ after: before, outlives: true, flows: world(asking()) });
  await s.settle();
  s.sw.pickUp(s.sw.at(page.user).at(-1)!);
  await s.settle();
  expect([s.sw.hears(leg), await used()]).toEqual([expect.stringMatching(/^leg /), 0]);
});

test("Y21 secrets stand in no dialogue and among no variables", async () => {
  const flow = body(
    [
      node("开始", "start", { to: { next: "密码" } }),
      node("密码", "keyCollect", {
        says: ["请输入密码"],
        sensitive: true,
        config: { vName: "pin", max: 4 },
        to: { collected: "名字", timeout: "再见", invalid: "再见" },
      }),
      node("名字", "keyCollect", {
        says: ["请输入卡号"],
        config: { vName: "card", max: 3 },
        to: { collected: "等", timeout: "再见", invalid: "再见" },
      }),
      node("等", "keyNav", {
        says: ["还要什么"],
        config: { keys: ["1"] },
        to: { "key-1": "再见", timeout: "再见", invalid: "再见" },
      }),
      node("再见", "hangup"),
    ],
    {
      collectVariable: ["pin", "card"].map((vName) => ({
        vName,
        vAlias: vName === "pin" ? "密码" : "卡号",
        type: "text",
        value: "",
      })),
    },
  );
  await stageOf(flow, { lines: [line()] });
  const leg = await call(0);
  for (const digit of "1234") s.sw.press(leg, digit);
  await s.settle();
  for (const digit of "567") s.sw.press(leg, digit);
  await s.settle();
  const [shown] = (await now()).calls;
  expect(shown).toMatchObject({ node: "等", variables: [{ name: "card", label: "卡号", value: "567" }] });
  expect(shown!.dialogue.map(({ side, text }) => `${side} ${text}`)).toEqual([
    "robot 请输入密码",
    "customer 按键****",
    "robot 请输入卡号",
    "customer 按键567",
    "robot 还要什么",
  ]);
});
