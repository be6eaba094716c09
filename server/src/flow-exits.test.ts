/**
 * Every exit of every node type over the wire (acceptance check E1 of flows): one flow with all 27 types, made by the contract's calls, and
 * callers who take each exit once; besides, one caller who comes through all types in a single call, and those who lose something on the
 * way. testing/flow-calls/exits/ has the cases, testing/flow-calls/journey/ the long call.
 */
import { flowReplayApi } from "@liantai/api/contract/flow-editor";
import { voicemailApi } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";
import { flowActions, flowTypes, nodeTypeList, type FlowNode } from "@liantai/api/flows";
import { sounding } from "./testing/flow-calls/drawing.ts";
import { asking } from "./testing/flow-calls/exits/asking.ts";
import { kindOf, kindsOf } from "./testing/flow-calls/exits/contract-kinds.ts";
import { deciding } from "./testing/flow-calls/exits/deciding.ts";
import { drawn } from "./testing/flow-calls/exits/draw.ts";
import { heard, type ExitCase, type World } from "./testing/flow-calls/exits/exit-case.ts";
import { leading } from "./testing/flow-calls/exits/leading.ts";
import { openSystems, outward, slow, texted, type Systems } from "./testing/flow-calls/exits/outward.ts";
import { speaking } from "./testing/flow-calls/exits/speaking.ts";
import { expected, Walkers } from "./testing/flow-calls/exits/walking.ts";
import type { FlowCaller } from "./testing/flow-calls/flow-caller.ts";
import { packetMs } from "./testing/flow-calls/hearing.ts";
import { walksAll } from "./testing/flow-calls/journey/long-call.ts";
import { fromBeijing, hz, longFlow, newsMs, way } from "./testing/flow-calls/journey/long-flow.ts";
import { hz as lossHz, leftAlone, losesListener, unheard } from "./testing/flow-calls/journey/losses.ts";
import { wayIn, wayOf } from "./testing/flow-calls/track-reading.ts";
import { until } from "./testing/processes.ts";
import { Studio } from "./testing/flow-calls/studio.ts";

/**
 * The inventory's table of exits (flows.md B17), written down by hand. `each`: one for each of the node's rules, branches or keys. What the
 * inventory calls done is `next`. back and key are there with the property only. leaves: ways out of the flow, or over to another place,
 * that are no exit. Nothing of it is out of a caller's reach.
 */
const each = "each";
const inventory: Readonly<Record<string, { readonly exits: readonly string[]; readonly leaves?: readonly string[] }>> =
  {
    start: { exits: ["next"] },
    condition: { exits: [each, "else"] },
    keyCollect: { exits: ["collected", "timeout", "invalid"] },
    end: { exits: [], leaves: ["end"] },
    jump: { exits: [each, "next"], leaves: ["node", "flow"] },
    hangup: { exits: [], leaves: ["end"] },
    callSeat: { exits: ["noAnswer", "busy", "absent"], leaves: ["answered"] },
    keyNav: { exits: [each, "back", "timeout", "invalid"] },
    callExtension: { exits: ["noAnswer", "busy", "unregistered"], leaves: ["answered"] },
    callOutside: { exits: ["noAnswer", "busy", "failed", "blocked", "ended"] },
    extensionRoute: { exits: ["invalid", "noAnswer", "busy", "timeout"], leaves: ["answered"] },
    skillGroup: { exits: ["timeout", "full", "absent", "key"], leaves: ["answered"] },
    play: { exits: ["next", "interrupted"] },
    continuePlay: { exits: ["next"] },
    variable: { exits: ["next", "error"] },
    loop: { exits: ["again", "over"] },
    timeRoute: { exits: [each, "else"] },
    areaRoute: { exits: [each, "unknown", "else"] },
    ivrRoute: { exits: ["else"], leaves: ["row"] },
    voiceMessage: { exits: ["left", "tooShort"] },
    exception: { exits: ["next"] },
    blackList: { exits: ["contained", "notContained"] },
    speech: { exits: [each, "unknown", "timeout"] },
    sendSms: { exits: ["next", "failed"] },
    knowledge: { exits: ["answered", "notFound"] },
    satisfaction: { exits: ["rated", "notRated"] },
    interface: { exits: ["ok", "failed", "timeout"] },
  };

/** They are all under way at once, and one test may wait for the calls of all others before its own. */
const patienceMs = 600_000;

let studio: Studio;
let systems: Systems;
let cases: readonly ExitCase[];
let walkers: Walkers;
let flowId = "";
let longNodes: ReadonlyMap<string, FlowNode>;
let walkedAll: Promise<FlowCaller>;
let lost: Promise<FlowCaller>;

beforeAll(async () => {
  [studio, systems] = await Promise.all([Studio.open(), openSystems()]);
  const [which, typed, short, long, music] = await Promise.all([
    studio.voice({ hz: heard.which, ms: 300 }),
    studio.voice({ hz: heard.typed, ms: 300 }),
    studio.voice({ hz: heard.node, ms: 300 }),
    studio.voice({ hz: heard.node, ms: 1_500 }),
    studio.voice({ hz: heard.music, ms: 1_000 }),
  ]);
  let number = "";
  const world: World = {
    ...{ studio, voiceId: short, music, number: () => number },
    ...{ short: () => sounding(short), long: () => sounding(long) },
  };
  // Those that take long come first.
  cases = [
    ...(await leading(world)),
    ...(await speaking(world)),
    ...(await asking(world)),
    ...(await outward(world, systems)),
    ...(await deciding(world)),
  ];
  flowId = await studio.flow(drawn(cases, { which, typed }));
  number = await studio.number(flowId);
  const { long: all, nodes } = await longFlow(studio, systems);
  longNodes = nodes;
  const allAt = await studio.number(await studio.flow(all));
  const aloneAt = await studio.number(await studio.flow(await leftAlone(studio, systems)));
  walkedAll = studio
    .page(allAt, fromBeijing)
    .then((page) => studio.callFrom(page, fromBeijing, allAt))
    .then(async (caller) => {
      await walksAll(caller);
      return caller;
    });
  lost = studio.caller(aloneAt).then(async (caller) => {
    await caller.hearing.tone(lossHz.waits, 0, 10);
    caller.call.bye();
    return caller;
  });
  // Whoever asks for them is told; nobody may have asked yet.
  for (const one of [walkedAll, lost]) one.catch(() => undefined);
  walkers = new Walkers(studio, number, cases);
  walkers.start();
});
afterAll(async () => {
  await studio?.close();
  await systems?.close();
});

const casesOf = (type: string): readonly ExitCase[] => cases.filter((one) => one.type === type);

test("E1 the table has every type, and each kind of exit that the contract gives it", () => {
  expect(Object.keys(inventory).sort()).toEqual(nodeTypeList.map(({ type }) => type).sort());
  for (const type of nodeTypeList) {
    const own = casesOf(type.type);
    const kinds = own.flatMap(({ config = {}, exits }) => Object.keys(exits).map((exit) => kindOf(type, config, exit)));
    // The start has been gone through by all.
    const taken = type.type === "start" ? ["next"] : [...new Set(kinds)].sort();
    expect([type.type, taken]).toEqual([type.type, kindsOf(type)]);
    expect([type.type, type.type === "start" || own.length > 0]).toEqual([type.type, true]);
  }
});

test(
  "E1 what the calls took is the inventory's table of exits, no exit less and none more",
  async () => {
    for (const [type, { exits, leaves = [] }] of Object.entries(inventory)) {
      const taken = new Set<string>();
      const left = new Set<string>();
      for (const one of casesOf(type)) {
        for (const exit of Object.keys(one.exits)) {
          const { from } = await walkers.walked(one, exit);
          if (from === undefined || from !== expected(cases, one, exit).from) continue;
          taken.add(exits.includes(exit) ? exit : each);
        }
        for (const leave of Object.keys(one.ways ?? {}))
          if ((await walkers.walked(one, leave)).cause === expected(cases, one, leave).cause) left.add(leave);
      }
      // All have gone through the start, and by its only exit to what they were asked.
      if (type === "start" && (await walkers.walked(cases[0]!, Object.keys(cases[0]!.exits)[0]!)).led[0] === "which")
        taken.add("next");
      expect([type, [...taken].sort(), [...left].sort()]).toEqual([type, [...exits].sort(), [...leaves].sort()]);
    }
  },
  patienceMs,
);

test(
  "E1 one caller comes through all 27 types in one call: the track has each node with its name and the next, and he hears each",
  async () => {
    const caller = await walkedAll;
    const { callId, cause, satisfaction } = await studio.record(caller);
    const { steps } = await studio.track(callId);
    expect(wayIn(steps)).toEqual(wayOf(longNodes, way));
    expect(new Set(way.map(([, to]) => longNodes.get(to)!.nodeType)).size).toBe(27);
    expect([cause, satisfaction]).toEqual(["flowEnded", 1]);
    // Where he interrupted the news it goes on: he hears all of it, in two parts or in one.
    const beep = 1_000;
    const order = caller.hearing.order([...Object.values(hz), beep]);
    const { menu, code, news, turn, ask, helped, knows, said, rate, mail, room, bye, ...failures } = hz;
    expect(order.filter((tone, at) => tone !== news || order[at - 1] !== news)).toEqual([
      ...[menu, menu, code, news, turn, ask, helped, knows, said, rate, beep, mail, beep, room],
      ...[failures.interfaceSays, failures.transferSays, failures.expressionSays, bye],
    ]);
    // All of it, and nothing twice: some packets at the cut are part tone and part silence.
    expect(Math.abs(caller.hearing.countTone(news) * packetMs - newsMs)).toBeLessThan(150);
    // Music for as long as the other system takes, and no longer.
    expect(Math.abs(caller.hearing.countTone(ask) * packetMs - slow.afterMs)).toBeLessThan(1_000);
    // What the other systems were told, and what is there for the agents.
    expect(systems.told(`/${slow.path}`).map((text) => JSON.parse(text) as unknown)).toEqual([
      expect.objectContaining({ callId, code: "1234" }),
    ]);
    await until("the message", () => systems.told("/texts").some((text) => text.includes("1234级7")));
    const { list } = await studio.admin.post<ReplyOf<typeof voicemailApi.list>>(voicemailApi.list.path, {
      ...{ pageNo: 1, pageSize: 50 },
    });
    const messages = list.filter((message) => message.callId === callId);
    // The opinion of who was content with the least, and the message.
    expect(messages.map(({ groupName }) => groupName)).toEqual(["没有人的组", "没有人的组"]);
    const failed = steps.filter(({ actionType }) => actionType === flowActions.failed);
    expect([...new Set(failed.map(({ nodeId }) => nodeId))]).toEqual(["refused", "nobody", "nonsense"]);
  },
  patienceMs,
);

test(
  "E1 who hangs up leaves from where he is; nodes without sound go on behind the exception node, and others do not",
  async () => {
    const { callId, cause } = await studio.record(await lost);
    expect(cause).toBe("abandonedInFlow");
    await until("the message", () => systems.told("/goneTexts").some((text) => text.includes(texted)));
    expect(systems.told("/gone").map((text) => JSON.parse(text) as unknown)).toEqual([
      expect.objectContaining({ callId, why: "hungUp" }),
    ]);
    const nodes = (await studio.track(callId)).steps.filter(({ actionType }) => actionType === flowActions.node);
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual(["start", "waits", "gone", "why", "tells", "texts"]);
  },
  patienceMs,
);

// The table is made with ids that are not known before; the types are.
test.each(nodeTypeList.map(({ type }) => type).filter((type) => type !== "start"))(
  "E1 %s: each of its exits is taken, and the track has every node in order",
  async (type) => {
    for (const one of casesOf(type))
      for (const exit of [...Object.keys(one.exits), ...Object.keys(one.ways ?? {})])
        expect([one.id, exit, await walkers.walked(one, exit)]).toEqual([one.id, exit, expected(cases, one, exit)]);
  },
  patienceMs,
);

test("E1 the product's own counters know no exit that leads somewhere and was not taken", async () => {
  const { nodes } = await studio.admin.post<ReplyOf<typeof flowReplayApi.counters>>(flowReplayApi.counters.path, {
    ...{ flowId, days: 1 },
  });
  const counted = new Map(nodes.map((node) => [node.nodeId, node.branches]));
  for (const one of cases)
    for (const exit of Object.keys(one.exits)) {
      const count = counted.get(one.id)?.find((branch) => branch.exit === exit)?.count ?? 0;
      expect([one.id, exit, count > 0]).toEqual([one.id, exit, true]);
    }
});

test("E1 the other systems were told what the callers typed: the interface each wish, the gateway the message", async () => {
  await until("the message", () => systems.told("/sms").some((text) => text.includes(texted)));
  const wanted = systems.told("/ask").map((text) => (JSON.parse(text) as { readonly want: string }).want);
  expect([...new Set(wanted)].sort()).toEqual(["1", "2", "3"]);
});

describe("E1 a caller who cannot be listened to", () => {
  /** By the exception node; class: as the track names it. */
  async function cannotBeHeard(number: string) {
    const caller = await studio.caller(number);
    await caller.hungUp();
    const { callId, cause } = await studio.record(caller);
    const { steps } = await studio.track(callId);
    const nodes = steps.filter(({ actionType }) => actionType === flowActions.node).map(({ nodeId }) => nodeId);
    const noRobot = steps.filter(({ actionType }) => actionType === flowActions.noRobot);
    return { cause, nodes, noRobot, heard: caller.hearing.order(Object.values(lossHz)) };
  }

  test("E1 no line is free for the robot: 74 无空闲机器人, then the exception node", async () => {
    const flow = await studio.flow(await unheard(studio, "我要装宽带"), flowTypes.robot);
    const { cause, nodes, noRobot, heard } = await cannotBeHeard(await studio.number(flow));
    expect(noRobot.map(({ content }) => content)).toEqual([expect.stringContaining("无空闲机器人")]);
    expect(nodes).toEqual(["fails", "sorry", "end"]);
    expect([cause, heard]).toEqual(["flowEnded", [lossHz.sorry]]);
  });

  // The last of all: from then on nobody is listened to.
  test("E1 the recogniser cannot be reached: the exception node, as any failure of media", async () => {
    const number = await studio.number(await studio.flow(await unheard(studio, "我要移宽带")));
    await losesListener(studio);
    // Operators' changes are heard of a moment later: he calls again.
    let last = await cannotBeHeard(number);
    for (let left = 5; left > 0 && !last.nodes.includes("fails"); left--) last = await cannotBeHeard(number);
    expect(last).toMatchObject({ cause: "flowEnded", nodes: ["start", "ask", "fails", "sorry", "end"] });
    expect(last.heard.at(-1)).toBe(lossHz.sorry);
  });
});
