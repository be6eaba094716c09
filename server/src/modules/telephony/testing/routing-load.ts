/** Load for bench/routing.ts: the whole engine but its database, switch and speech, with a full house of agents and callers. */
import { createProcessBroker } from "../../../adapters/embedded/broker/index.ts";
import { createSystemClock, createSystemRandom } from "../../../adapters/embedded/clock/index.ts";
import type { Strategy } from "@liantai/api/contract/admin";
import type { OriginateRequest } from "../../../ports/switch.ts";
import type { Database } from "../../../ports/database.ts";
import type { Entry } from "../../event-log/index.ts";
import type { Numbers, Target } from "../../numbers/index.ts";
import { createQueuedContacts } from "../../queued-contacts/index.ts";
import { createEngine } from "../engine/index.ts";
import { Recordings } from "../engine/recordings.ts";
import { createSilentSpeech } from "../../../testing/idle.ts";
import { allowAll } from "../screening.ts";
import { ScriptedSwitch } from "./scripted-switch.ts";

export interface RoutingLoad {
  readonly agents: number;
  readonly groups: number;
  readonly groupsAnAgent: number;
  /** Callers that wait all the time. */
  readonly waiting: number;
  readonly samples: number;
  /** Of every group; default longest-idle. */
  readonly strategy?: Strategy;
  /** Groups a call waits in at once (a dispatch queue); default 1. */
  readonly groupsACall?: number;
  /**
   * Callers with priorities, kept for an agent of the last time, in rings of three levels, who are told how long they will go on
   * waiting by what the log says of others; default: none of it.
   */
  readonly scores?: boolean;
}

export interface RoutingFigures {
  /** From the agent's command 'ready' to the INVITE to its phone, ms. */
  readonly readyToOffer: readonly number[];
  /** From a caller's INVITE to the INVITE to an idle agent, ms. */
  readonly callToOffer: readonly number[];
  /** Calls offered twice at a time, and callers without an end: both must be 0. */
  readonly doubled: number;
  readonly lost: number;
}

const compId = "100001";
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** The second and third level follow while the call is still young. */
const levels = [
  { afterMs: 0, level: 1 },
  { afterMs: 10, level: 2 },
  { afterMs: 20, level: 3 },
];

/** Waits and handling times of before, as the log has them of a group that has been working for hours. */
const known = {
  handled: Array.from({ length: 50 }, (_, i) => 60_000 + i * 1_000),
  waits: Array.from({ length: 50 }, (_, i) => ({ estimateMs: 30_000 + i * 500, waitMs: 28_000 + i * 600 })),
};

class Wire extends ScriptedSwitch {
  onOriginate: (request: OriginateRequest) => void = () => undefined;
  override originate(request: OriginateRequest): Promise<string> {
    this.onOriginate(request);
    return super.originate(request);
  }
  override async startRecording(): Promise<void> {}
}

export async function measureRouting({
  agents,
  groups,
  groupsAnAgent,
  waiting,
  samples,
  strategy = "longest-idle",
  groupsACall = 1,
  scores = false,
}: RoutingLoad): Promise<RoutingFigures> {
  const clock = createSystemClock();
  const random = createSystemRandom(clock);
  const broker = createProcessBroker(clock);
  const wire = new Wire(clock);
  const created = new Set<string>();
  const open = new Map<string, string>();
  let doubled = 0;
  const eventLog = {
    append: async (entry: Entry) => {
      if (entry.stream !== "contact") return;
      const { fact, id } = entry;
      if (fact.type === "created") created.add(id);
      if (fact.type === "offered") {
        if (open.has(id) || [...open.values()].includes(fact.agentId)) doubled += 1;
        open.set(id, fact.agentId);
      }
      if (fact.type === "answered" || fact.type === "offerEnded" || fact.type === "ended") open.delete(id);
      if (fact.type === "ended") created.delete(id);
    },
    keep: () => undefined,
    overloaded: () => false,
    written: async () => undefined,
    flush: async () => undefined,
    stop: async () => undefined,
  };
  const groupOf = (n: number) => `g${n % groups}`;
  const none = { kind: "none", id: "" } as const;
  const target = (n: number): Target => ({
    kind: groupsACall > 1 ? "dispatchQueue" : "skillGroup",
    id: groupOf(n),
    name: "组",
    queue: {
      name: "组",
      groups: Array.from({ length: groupsACall }, (_, i) => ({
        id: groupOf(n + i * 13),
        name: "组",
        strategy,
        queueLimit: 100_000,
        ringMs: 60_000,
        slMs: 20_000,
        shortMs: 5_000,
        nextAfterMs: 0,
        ...(scores ? { boostMs: (n % 5) * 60_000, rings: levels } : {}),
      })),
      maxWaitMs: 0,
      announceEveryMs: scores ? 15_000 : 0,
      ...(scores ? { tellWaitBelowPct: 100 } : {}),
      notice: { everyMs: 0, text: "" },
      overflow: { full: none, wait: none, absent: none },
      // Somebody of the group, as agents are given their groups below.
      ...(scores ? { sticky: { agentId: String(1_000 + random.int(agents)), waitMs: 20 } } : {}),
    },
  });
  const callPlan = (n: number) => ({
    compId,
    number: `4${n}`,
    title: "",
    greeting: "",
    maxCalls: 0,
    ...(scores ? { boostMs: random.int(10) * 60_000 } : {}),
    rule: "",
    target: target(n),
  });
  const numbers: Numbers = {
    guests: {
      create: () => Promise.reject(new Error("not here")),
      find: async () => undefined,
      calledIn: async () => undefined,
      callOver: async () => undefined,
      findByPhone: async () => undefined,
    },
    hidden: async () => new Map(),
    waits: async () => (scores ? known : { handled: [], waits: [] }),
    localNumber: async () => undefined,
    suspendTarget: async () => undefined,
    seat: async (_c, agentId) => ({
      compId,
      agentId,
      name: agentId,
      terminalType: 2,
      extension: agentId,
      user: `${compId}${agentId}`,
      callStyle: 0,
      autoAnswer: 0,
      groups: Array.from({ length: groupsAnAgent }, (_, i) => ({
        id: groupOf(Number(agentId) * 7 + i * 31),
        wrapUpMs: 0,
        level: scores ? 1 + (Number(agentId) % 3) : 1,
        priority: 1,
      })),
    }),
    seats: async () => new Map(),
    target: async () => undefined,
    service: async () => ({ enabled: true, arrears: false, maxCalls: 0 }),
    displayNumber: async () => undefined,
    owns: async () => true,
    answeredToday: async () => 0,
    recordsByHand: async () => false,
    callPlan: async (number) => callPlan(Number(number.slice(1))),
    extension: async () => undefined,
    identify: async (user) => ({
      kind: "guest",
      guest: { user, password: "", compId, number: user.split(">")[1] ?? "", phone: user },
    }),
    room: async () => undefined,
    greetings: async () => [],
  };
  const recordings = new Recordings({
    folder: "",
    blobs: undefined as never,
    switch: wire,
    logger: silent,
    repair: async () => undefined,
  });
  recordings.prepare = async () => undefined;
  recordings.store = async () => undefined;
  // Empty, whatever it is asked: rows, or what a process that died left open.
  const nothing = Object.assign([], { calls: [], agents: [] });
  const database = { system: async () => nothing, tenant: async () => undefined } as unknown as Database;
  const engine = createEngine({
    clock,
    random,
    broker,
    switch: wire,
    speech: { ...createSilentSpeech(""), speak: async () => "" },
    logger: silent,
    eventLog,
    numbers,
    recordings,
    contacts: createQueuedContacts(database),
    secureEntries: { keep: async () => "" },
    database,
    screen: allowAll,
  });
  await engine.start();

  const ids = Array.from({ length: agents }, (_, i) => String(1_000 + i));
  for (const agentId of ids) {
    wire.register(`${compId}${agentId}`);
    await engine.request({
      verb: "attach",
      connection: agentId,
      gateway: "g",
      compId,
      agentId,
      sessionId: "s",
      extension: agentId,
      instance: agentId,
      takeMedia: true,
      hideNumbers: false,
    });
  }
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const command = (agentId: string, name: string, fields: Record<string, string>) =>
    engine.request({ verb: "command", compId, agentId, connection: agentId, name, fields });
  let calls = 0;
  const legOf = new Map<string, string>();
  const invite = () => {
    const number = `4${random.int(groups)}`;
    const user = `c${++calls}>${number}`;
    legOf.set(user, wire.invite(user, number));
  };
  let offered: { at: number; to: string; from: string } | undefined;
  wire.onOriginate = (request) => (offered = { at: performance.now(), to: String(request.to), from: request.from });
  /** The agent answers, the caller leaves, the agent is busy. */
  const finish = async () => {
    if (!offered) return;
    const { to, from } = offered;
    await turn();
    const [leg] = wire.at(to);
    if (leg) wire.pickUp(leg);
    await turn();
    const far = legOf.get(from);
    if (far) wire.leave(far);
    legOf.delete(from);
    await turn();
    await command(to.slice(compId.length), "setState", { state: "2" });
    await turn();
  };

  for (let i = 0; i < waiting; i++) invite();
  while (engine.stats().calls < waiting) await turn();
  const readyToOffer: number[] = [];
  for (let i = 0; i < samples; i++) {
    offered = undefined;
    const agentId = ids[random.int(agents)] as string;
    const began = performance.now();
    await command(agentId, "setState", { state: "1" });
    await turn();
    if (offered) readyToOffer.push((offered as { at: number }).at - began);
    await finish();
    if (!offered) await command(agentId, "setState", { state: "2" });
    while (engine.stats().calls < waiting) {
      invite();
      await turn();
    }
  }

  // The other way round: everybody idle, nobody waits.
  for (const leg of [...legOf.values()]) wire.leave(leg);
  legOf.clear();
  while (engine.stats().calls > 0) await turn();
  for (const agentId of ids) await command(agentId, "setState", { state: "1" });
  const callToOffer: number[] = [];
  for (let i = 0; i < samples; i++) {
    offered = undefined;
    const began = performance.now();
    invite();
    for (let n = 0; n < 20 && !offered; n++) await turn();
    if (offered) callToOffer.push((offered as { at: number }).at - began);
    const agentId = (offered as { to: string } | undefined)?.to.slice(compId.length);
    await finish();
    if (agentId) await command(agentId, "setState", { state: "1" });
  }
  for (const leg of [...legOf.values()]) wire.leave(leg);
  await turn();
  await turn();
  const lost = created.size;
  await engine.stop();
  return { readyToOffer, callToOffer, doubled, lost };
}
