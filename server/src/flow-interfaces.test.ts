/**
 * Systems outside, over the wire. Interfaces that misbehave (acceptance check E13 of flows): a caller chooses which of them his flow asks,
 * and the track says by which exit it went on. A recogniser (E19): what it heard and nobody understood is learnt from.
 */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { epochOf, type ReplyOf } from "@liantai/api/contract";
import { engineAllotApi, engineApi, robotLearningApi } from "@liantai/api/contract/flow-editor";
import { flowActions } from "@liantai/api/flows";
import { body, node, sounding, variables } from "./testing/flow-calls/drawing.ts";
import { allowSystems, systemAt } from "./testing/flow-calls/exits/outward.ts";
import { packetMs } from "./testing/flow-calls/hearing.ts";
import { Studio } from "./testing/flow-calls/studio.ts";
import { createFunasrServer, type FunasrServer } from "./testing/speech/funasr-server.ts";
import { createLexicon } from "./testing/speech/lexicon.ts";
import { sayings } from "./testing/speech/sayings.ts";

const json = { "content-type": "application/json" };
/** Listens on this machine too, where nobody allowed the enterprise to go. */
const reached: string[] = [];
const closed = createServer((request, response) => {
  reached.push(request.url ?? "");
  response.writeHead(200, json).end('{"level":"不该到这里"}');
});
const megabytes = 10;

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  late: (response) => void setTimeout(() => response.writeHead(200, json).end('{"level":"九秒"}'), 9_000),
  hangs: () => undefined,
  leads: (response) => {
    const { port } = closed.address() as AddressInfo;
    response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end();
  },
  large: (response) => {
    response.writeHead(200, json);
    response.write('{"level":"');
    const part = "长".repeat(350_000);
    for (let n = 0; n < megabytes; n++) response.write(part);
    response.end('"}');
  },
  broken: (response) => void response.writeHead(200, json).end('{"level":'),
  over: (response) => void response.writeHead(200, json).end(`{"level":"7","more":"${"x".repeat(70_000)}"}`),
  untakenOver: (response) => void response.writeHead(200).end("x".repeat(70_000)),
  untakenBroken: (response) => void response.writeHead(200, json).end('{"level":'),
  untakenText: (response) => void response.writeHead(200, { "content-type": "text/plain" }).end("收到"),
};
const kinds = Object.keys(answers);
/** Key by which each is asked, and the exit that the inventory names; nothing is taken from what those of `untaken` answer. */
const exits = {
  ...{ late: "ok", hangs: "timeout", leads: "failed", large: "failed", broken: "failed" },
  ...{ over: "failed", untakenOver: "failed", untakenBroken: "failed", untakenText: "ok" },
} as const;
const takes = (kind: string): boolean => !kind.startsWith("untaken");

/** Samples of a telephone. */
const perMs = 8;
const hz = { menu: 300, music: 900 };
let studio: Studio;
let systems: Server;
let number: string;

beforeAll(async () => {
  systems = createServer((request, response) => {
    request.resume().on("end", () => answers[request.url!.slice(1)]!(response));
  });
  for (const server of [systems, closed]) await once(server.listen(0, "127.0.0.1"), "listening");
  studio = await Studio.open();
  const own = { port: (systems.address() as AddressInfo).port, told: () => [], close: async () => undefined };
  await allowSystems(studio, own);
  const [menu, music] = await Promise.all([
    studio.voice({ hz: hz.menu, ms: 300 }),
    studio.voice({ hz: hz.music, ms: 1_000 }),
  ]);
  const asked = new Map<string, string>();
  for (const kind of kinds) asked.set(kind, await systemAt(studio, own, kind));
  const nodes = kinds.map((kind) =>
    node(kind, kind, "interface", {
      config: {
        ...{ interfaceId: asked.get(kind), timeoutSeconds: 10, music },
        ...(takes(kind) ? { reply: [{ path: "level", vName: "level" }] } : {}),
      },
      to: { ok: "ok", failed: "failed", timeout: "timeout" },
    }),
  );
  const flow = body(
    [
      node("start", "开始", "start", { to: { next: "menu" } }),
      node("menu", "选接口", "keyNav", {
        says: [sounding(menu!)],
        config: { keys: kinds.map((_, n) => String(n + 1)), firstSeconds: 60 },
        to: Object.fromEntries(kinds.map((kind, n) => [`key-${n + 1}`, kind])),
      }),
      ...nodes,
      ...["ok", "failed", "timeout"].map((id) => node(id, id, "hangup")),
    ],
    { collectVariable: variables("level") },
  );
  number = await studio.number(await studio.flow(flow));
});
afterAll(async () => {
  await studio?.close();
  for (const server of [systems, closed]) {
    server?.closeAllConnections();
    server?.close();
  }
});

test("E13 G103 late, hanging, redirecting, oversized and broken: each by its exit, with music; nobody inside is reached", async () => {
  const walks = kinds.map(async (kind, n) => {
    const caller = await studio.caller(number);
    await caller.hearing.tone(hz.menu, 0, 10, 60_000);
    await caller.press(String(n + 1));
    await caller.hungUp();
    const { callId } = await studio.record(caller);
    const { steps } = await studio.track(callId);
    const left = steps.find((step) => step.actionType === flowActions.branch && step.nodeId === kind);
    const asked = steps.find((step) => step.actionType === flowActions.ask && step.nodeId === kind);
    return [kind, left?.nextNodeId, caller.hearing.countTone(hz.music) * packetMs, asked?.content] as const;
  });
  const walked = await Promise.all(walks);
  expect(Object.fromEntries(walked.map(([kind, exit]) => [kind, exit]))).toEqual(exits);
  const said = (text: string) => walked.flatMap(([kind, , , content]) => (content?.includes(text) ? [kind] : []));
  expect(said("超过64KB")).toEqual(["large", "over", "untakenOver"]);
  expect(said("不是JSON")).toEqual(["broken", "untakenBroken"]);
  const music = Object.fromEntries(walked.map(([kind, , ms]) => [kind, ms]));
  // For as long as each took, but for the beginning and the end of it.
  expect(music["late"]).toBeGreaterThan(7_500);
  expect(music["hangs"]).toBeGreaterThan(8_500);
  expect(reached).toEqual([]);
}, 180_000);

describe("E19", () => {
  const sentence = "包裹怎么还没有送到";
  const tones = { ask: 600, went: 1_500, ms: 400 };
  let recogniser: FunasrServer;
  let said: Int16Array;
  let learner: string;
  let parcel: string;
  beforeAll(async () => {
    const [one, other, caller] = [
      await sayings([sentence], "cmn"),
      await sayings([sentence], "cmn+f2"),
      await sayings([sentence], "cmn+m7"),
    ];
    said = caller[0]!;
    recogniser = await createFunasrServer(createLexicon(new Map([[sentence, [one[0]!, other[0]!]]])));
    const { id: engineId } = await studio.operator.post<{ id: string }>(engineApi.add.path, {
      ...{ name: "外部识别", provider: "funasr", address: recogniser.address, allowsPrivate: 1 },
      ...{ concurrency: 0, timeoutMs: 10_000, enabled: 1 },
    });
    const { compId } = studio;
    const engines = [{ engineId, speed: 100, volume: 100, pitch: 50 }];
    await studio.operator.post(engineAllotApi.allot.path, { compId, kind: "asr", engines });
    const [ask, went] = await Promise.all(
      [tones.ask, tones.went].map((each) => studio.voice({ hz: each, ms: tones.ms })),
    );
    parcel = await studio.intent("我的快递到哪里了");
    const flow = body([
      node("start", "开始", "start", { to: { next: "ask" } }),
      node("ask", "请说", "speech", {
        says: [sounding(ask!)],
        config: { bargeInMs: 0, noInputSeconds: 20, tries: 1, branches: [{ id: "parcel", name: "查快递" }] },
        to: { parcel: "went", unknown: "know", timeout: "end" },
        intents: { parcel },
      }),
      node("know", "答疑", "knowledge", { to: { answered: "end", notFound: "end" } }),
      node("went", "查快递", "play", { says: [sounding(went!)], to: { next: "end" } }),
      node("end", "挂机", "hangup"),
    ]);
    learner = await studio.number(await studio.flow(flow));
  }, 120_000);
  afterAll(() => recogniser?.close());

  /** A call in which the sentence is said once; its record. */
  async function call() {
    const caller = await studio.caller(learner);
    const asked = await caller.hearing.tone(tones.ask, 0, 10);
    await caller.hearing.silence(100, 30_000, asked + 12);
    const place = caller.hearing.now;
    caller.call.peer.say(said);
    await caller.hungUp();
    const went = caller.hearing.countTone(tones.went, place) > 0;
    // The list before the record: that takes its time.
    const { list } = await studio.admin.post<ReplyOf<typeof robotLearningApi.list>>(robotLearningApi.list.path, {
      ...{ pageNo: 1, pageSize: 50 },
    });
    return { went, list, record: await studio.record(caller) };
  }

  /** By the track and the list: the step stands in the track after the sentence was kept (I18). */
  async function keptInTime({ record, list }: Awaited<ReturnType<typeof call>>) {
    const { steps } = await studio.track(record.callId);
    const step = (action: number) => steps.find(({ actionType, nodeId }) => actionType === action && nodeId === "ask")!;
    const [asked, heard] = [step(flowActions.play).offsetMs, step(flowActions.heard).offsetMs];
    const spoken = said.length / perMs;
    expect(heard - (asked + tones.ms + spoken)).toBeLessThan(5_000);
    // Both without what is less than a second.
    const kept = epochOf(list[0]!.lastTime) - epochOf(record.startTime);
    expect(kept).toBeGreaterThan(asked + spoken - 1_000);
    expect(kept).toBeLessThan(heard + 1_000);
  }

  test("E19 I18 a sentence that nobody understood is there to learn from within 5 s; assigned, it takes the branch", async () => {
    const before = await call();
    expect(before.went).toBe(false);
    const { callId } = before.record;
    expect(before.list).toMatchObject([
      { text: expect.stringContaining(sentence) as string, count: 1, nodeName: "请说", callIds: [callId] },
    ]);
    await keptInTime(before);
    const assigned = { ids: [before.list[0]!.id], intentId: parcel };
    type Assigned = ReplyOf<typeof robotLearningApi.assign>;
    const assign = (dryRun: boolean) =>
      studio.admin.post<Assigned>(robotLearningApi.assign.path, { ...assigned, dryRun });
    const foretold = await assign(true);
    expect(foretold).toMatchObject({ saved: false, added: 1, astray: [], changes: [] });
    expect(await assign(false)).toEqual({ ...foretold, saved: true });
    const after = await call();
    expect([after.went, after.list]).toEqual([true, []]);
    const { steps } = await studio.track(after.record.callId);
    expect(steps.find(({ actionType, nodeId }) => actionType === flowActions.branch && nodeId === "ask")).toMatchObject(
      { nextNodeId: "went" },
    );
  });
});
