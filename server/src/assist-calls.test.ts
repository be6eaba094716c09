/**
 * Seat assist over the wire (acceptance check E20 of flows): a server process with its own switch, real telephones on both sides, the
 * message sockets of the agent, of a monitor and of a colleague. Nothing but HTTP, sockets and SIP.
 */
import { once } from "node:events";
import { authApi, socketPath, type ReplyOf } from "@liantai/api/contract";
import { assistApi, assistKnowledgeApi } from "@liantai/api/contract/admin";
import type { AssistMessage, DialogueEntry } from "@liantai/api/contract/assist";
import { flowTypes } from "@liantai/api/flows";
import { say } from "@liantai/api/testing/flows";
import { WebSocket } from "ws";
import { demoPassword } from "./modules/system/index.ts";
import { signIn, ticketOf, type ApiSession } from "./tools/client/session.ts";
import { body, node } from "./testing/flow-calls/drawing.ts";
import { Studio } from "./testing/flow-calls/studio.ts";
import { compId, tones, type Agent } from "./testing/hosts/people.ts";
import { until } from "./testing/processes.ts";
import type { SipCall } from "./testing/sip/sip-call.ts";
import { sayings } from "./testing/speech/sayings.ts";

/** Eight letters and nine. */
const [bad, soothing] = ["我要投诉你们公司", "非常抱歉给您添麻烦"];
const letters = { customer: bad.length, agent: soothing.length };
/** Twice 20 ms, and the edges that a level finds otherwise than a hearer. */
const edgeMs = 80;
const attempts = 3;

type Told = AssistMessage & { readonly seq?: number; readonly userId?: string };

interface Page {
  readonly userId: string;
  readonly told: Told[];
  send(frame: object): void;
}

let studio: Studio;
let agent: Agent;
let own: Page;
let monitor: Page;
let colleague: Page;
let flowId: string;
let knowledgeId: string;
let voices: { readonly customer: Int16Array; readonly agent: Int16Array };
const sockets: WebSocket[] = [];

/** A page's message socket: what of the assist it is told. */
async function pageOf(session: ApiSession): Promise<Page> {
  const { userId } = await session.get<ReplyOf<typeof authApi.getUser>>(authApi.getUser.path);
  const query = new URLSearchParams({ token: await ticketOf(session, "message") });
  const socket = new WebSocket(`${studio.url.replace("http", "ws")}${socketPath}?${query}`, { origin: studio.url });
  sockets.push(socket);
  const told: Told[] = [];
  const types: readonly string[] = ["ASR_START", "CUSTOMER", "customerInfo", "CHAT", "WARN", "PROCESS"];
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Told;
    if (types.includes(message.type)) told.push(message);
  });
  await once(socket, "open");
  return { userId, told, send: (frame) => socket.send(JSON.stringify(frame)) };
}

const seat = (account: string, roleType: number) =>
  signIn(studio.url, { account, roleType, code: compId, password: demoPassword });

beforeAll(async () => {
  studio = await Studio.open();
  const { admin } = studio;
  const wanted = { enabled: 0, silenceS: 0, speed: 0, chipin: 1, words: [bad] };
  await admin.post(assistApi.saveSetting.path, wanted);
  const entry = { sentence: soothing, content: "先道歉，再记录" };
  ({ id: knowledgeId } = await admin.post<{ id: string }>(assistKnowledgeApi.add.path, entry));
  flowId = await studio.flow(
    body([
      node("start", "开始", "start", { to: { next: "ask" } }),
      node("ask", "询问", "speech", {
        says: [say("请问有什么可以帮您")],
        config: { noInputSeconds: 5, branches: [{ id: "complains", name: "投诉" }] },
        to: { complains: "soothe", unknown: "bye", timeout: "bye" },
        intents: { complains: await studio.intent(bad) },
      }),
      node("soothe", "安抚", "play", { says: [say(soothing)], to: { next: "note" } }),
      node("note", "记录", "play", { says: [say("我马上为您登记处理")], to: { next: "bye" } }),
      node("bye", "结束", "hangup"),
    ]),
    flowTypes.assist,
  );
  await admin.post(assistApi.saveRobotCode.path, { flowId });
  const [customer] = await sayings([bad], "cmn+m7");
  const [said] = await sayings([soothing], "cmn+f5");
  voices = { customer: customer!, agent: said! };
  agent = await studio.people.agent(studio.url, { account: "1001", roleType: 2, password: demoPassword });
  [own, monitor, colleague] = await Promise.all([
    pageOf(agent.session),
    seat("1005", 3).then(pageOf),
    seat("1002", 2).then(pageOf),
  ]);
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await studio?.close();
});

const silence = (ms: number) => new Int16Array(ms * 8);
const tone = (hz: number, ms: number) =>
  Int16Array.from({ length: ms * 8 }, (_, n) => 8_000 * Math.sin((2 * Math.PI * hz * n) / 8_000));
const joined = (...parts: readonly Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));
const lengthOf = (samples: Int16Array) => samples.length / 8;

/** [ms] of what both say, from the moment they begin: tone, tone, sentence, answer, sentence, and an answer into the end of it. */
const toneMs = 700;
const pauseMs = 1_200;
const overlapMs = 700;
function script() {
  const [first, second] = [lengthOf(voices.customer), lengthOf(voices.agent)];
  const complains = 2 * toneMs + 2 * pauseMs;
  const answers = complains + first + pauseMs;
  const again = answers + second + pauseMs;
  const interrupts = again + first - overlapMs;
  return {
    customer: joined(
      ...[tone(tones.customer, toneMs), silence(complains - toneMs), voices.customer],
      ...[silence(again - complains - first), voices.customer],
    ),
    agent: joined(
      ...[silence(toneMs + pauseMs), tone(tones.agent, toneMs), silence(answers - 2 * toneMs - pauseMs), voices.agent],
      ...[silence(interrupts - answers - second), voices.agent],
    ),
    begins: [complains, answers, again, interrupts],
    sides: ["customer", "agent", "customer", "agent"] as const,
    lengths: [first, second, first, second],
  };
}

const chatsOf = (told: readonly Told[]): readonly DialogueEntry[] =>
  told.flatMap((each) => (each.type === "CHAT" ? [each.dialogueData] : []));

const inOrder = (entries: readonly DialogueEntry[]) => entries.toSorted((a, b) => a.startTime - b.startTime);

/** The four sentences of the script that were told from a place on, in the order in which they began. */
const sentences = (from: number): readonly DialogueEntry[] =>
  inOrder(chatsOf(own.told.slice(from)).filter(({ text }) => text !== ""));

/** The detector takes a tone for a voice or does not: those that it took, sentences nobody understood. */
const tonesHeard = (from: number): readonly DialogueEntry[] =>
  inOrder(chatsOf(own.told.slice(from)).filter(({ text }) => text === ""));

interface Wrong {
  readonly what: string;
  readonly got: number;
  readonly wanted: number;
}

/** What of the times is further from what was said than a tenth and the edges of sounds. */
function wrongTimes({ beganAt, entries, unknown }: Attempt): readonly Wrong[] {
  const { begins, lengths, sides } = script();
  const wrong: Wrong[] = [];
  const near = (what: string, got: number, wanted: number, edge = edgeMs) => {
    if (Math.abs(got - wanted) > wanted / 10 + edge) wrong.push({ what, got, wanted });
  };
  // By the server's clock, which is this machine's.
  near("begin", entries[0]!.startTime - beganAt, begins[0]!, 300);
  for (const { type, startTime, endTime } of unknown) {
    near(`tone, start, ${type}`, startTime - beganAt, type === "customer" ? 0 : toneMs + pauseMs, 300);
    near(`tone, length, ${type}`, endTime - startTime, toneMs, 100);
  }
  const heard = unknown.at(-1);
  for (const [n, entry] of entries.entries()) {
    near(`start ${n}`, entry.startTime - entries[0]!.startTime, begins[n]! - begins[0]!);
    near(`length ${n}`, entry.endTime - entry.startTime, lengths[n]!);
    near(`speed ${n}`, entry.speed ?? 0, (letters[sides[n]!] * 60_000) / lengths[n]!, 0);
    if (n > 0) near(`mute ${n}`, entry.mute, n === 3 ? 0 : pauseMs);
    else if (heard) near("mute", entry.mute, heard.type === "agent" ? pauseMs : begins[0]! - toneMs, 100);
  }
  return wrong;
}

interface Attempt {
  /** Where what was told of it begins. */
  readonly from: number;
  readonly beganAt: number;
  readonly entries: readonly DialogueEntry[];
  readonly unknown: readonly DialogueEntry[];
}

async function talk(customer: SipCall, phone: SipCall): Promise<Attempt> {
  const from = own.told.length;
  const beganAt = Date.now();
  const { customer: theirs, agent: ours } = script();
  await Promise.all([customer.peer.say(theirs), phone.peer.say(ours)]);
  await until("four sentences", () => sentences(from).length >= 4, 15_000);
  return { from, beganAt, entries: sentences(from), unknown: tonesHeard(from) };
}

test("A1 A2 A3 A5 A8 A9 E20 pushStream on a live call: each field is what was said, a monitor is told the same, nobody else", async () => {
  monitor.send({
    ...{ type: "agent", content: { type: "ASSIST_SUBSCRIBE", userId: monitor.userId, compId, agentId: "1001" } },
  });
  let callId = "";
  agent.link.onEvent((event, { json }) => {
    if (event === "call") ({ callId } = JSON.parse(json ?? "{}") as { callId: string });
  });
  const ringing = agent.answered(60_000);
  expect((await agent.link.command("setState", { state: "1" }))["code"]).toBe("1");
  const customer = await studio.people.customer(studio.url, "13800138020");
  const phone = await ringing;
  for (const { peer } of [customer, phone]) peer.toneHz = undefined;
  await until("the talk", async () => (await agent.link.command("getAgentState"))["state"] === "8");
  // The enterprise has it switched off: nothing is heard until it is asked for.
  expect(own.told).toEqual([]);
  const pushed = Date.now();
  await agent.session.get(`${assistApi.push.path}?callId=${callId}`);
  await until("the beginning", () => own.told.some(({ type }) => type === "PROCESS"));
  expect(own.told.slice(0, 4).map(({ type }) => type)).toEqual(["ASR_START", "CUSTOMER", "customerInfo", "PROCESS"]);
  const [began, shown, , process] = own.told;
  expect(began).toMatchObject({ callId, agentId: "1001" });
  expect(shown).toMatchObject({
    customer: {
      ...{ callId, agentId: "1001", compId, connectType: 0, direction: 1, userId: own.userId, muteDuration: 0 },
      ...{ caller: "138****8020", userPhone: "138****8020" },
    },
  });
  expect(process).toMatchObject({ flowId, nodeData: { nodeId: "ask", content: "请问有什么可以帮您" } });

  let said = await talk(customer, phone);
  // A machine that is busy elsewhere stretches the sound itself: then it is said again. What is wrong by itself is wrong each time.
  for (let n = 1; n < attempts && wrongTimes(said).length > 0; n += 1) said = await talk(customer, phone);
  expect(wrongTimes(said)).toEqual([]);
  const plain = { badWord: 0, badWords: [], chipin: 0 };
  const complaint = { ...plain, type: "customer", text: bad, badWord: 1, badWords: [bad] };
  expect(said.entries).toMatchObject([
    complaint,
    { ...plain, type: "agent", text: soothing },
    complaint,
    { ...plain, type: "agent", text: soothing, chipin: 1 },
  ]);
  const warnings = own.told.slice(said.from).flatMap((each) => (each.type === "WARN" ? [each.warningData] : []));
  expect(warnings.map(({ kind, entryId, time }) => [kind, said.entries.findIndex(({ id }) => id === entryId), time]))
    // Each with the sentence that it is about.
    .toEqual(
      expect.arrayContaining([
        ["badWord", 0, said.entries[0]!.startTime],
        ["badWord", 2, said.entries[2]!.startTime],
        ["chipin", 3, said.entries[3]!.startTime],
      ]),
    );
  expect(warnings).toHaveLength(3);
  const steps = own.told.flatMap((each) => (each.type === "PROCESS" ? [[each.flowId, each.nodeData] as const] : []));
  expect(steps.filter(([of]) => of === flowId).map(([, { nodeId, content }]) => [nodeId, content])).toEqual([
    ["ask", "请问有什么可以帮您"],
    ["soothe", soothing],
    ["note", "我马上为您登记处理"],
  ]);
  expect(steps.find(([of]) => of === "")![1]).toEqual({ nodeId: knowledgeId, content: "先道歉，再记录" });

  // A sentence of its own call goes to who may watch the seat, and to nobody else.
  const content = { ...own.told.findLast(({ type }) => type === "CHAT")!, userId: own.userId };
  own.send({ userId: colleague.userId, content });
  own.send({ userId: monitor.userId, content });
  await until("the relay", () => monitor.told.some(({ userId }) => userId === own.userId));
  await until("the refusal", () => studio.server.output().includes("its receiver has no right over the seat"));

  customer.bye();
  const hungUp = Date.now();
  await phone.ended;
  // The last that is told: how long neither spoke. From then on nothing of the call is there but its record.
  await until("the last", () => own.told.at(-1)?.type === "CUSTOMER");
  const last = own.told.at(-1)!;
  const mute = last.type === "CUSTOMER" ? last.customer.muteDuration : 0;
  expect(mute).toBeGreaterThan(3 * pauseMs);
  expect(mute).toBeLessThan(hungUp - pushed - 3 * lengthOf(voices.customer));
  await expect(agent.session.get(`${assistApi.push.path}?callId=${callId}`)).rejects.toThrow("推流失败！");
  const [{ listening }] = await agent.session.post<[{ listening: number }]>(assistApi.process.path, { callId });
  expect(listening).toBe(0);
  own.send({ userId: monitor.userId, content });
  await until("the second refusal", () => studio.server.output().includes("a call that is not the sender's"));

  // The monitor was told the same, in the same order, and the refused relays reached nobody.
  const relayed = ({ userId }: Told) => userId === undefined;
  const bare = (told: readonly Told[]) => told.filter(relayed).map(({ seq: _, ...each }) => each);
  expect(bare(monitor.told)).toEqual(bare(own.told));
  expect(monitor.told.filter((each) => !relayed(each))).toHaveLength(1);
  expect(colleague.told).toEqual([]);
  const kept = await agent.session.post<readonly DialogueEntry[]>(assistApi.msg.path, { callId });
  expect(kept).toMatchObject(inOrder(chatsOf(own.told)));
});
