/** Where walks of the call machine begin. */
import { firstParties } from "../call/parties.ts";
import type { Call, CallInput } from "../call/types.ts";
import { bareCall } from "./bare.ts";
import { administratorParty, outsideParty, routedTo, seatParty } from "./call-parties.ts";
import { World } from "./call-world.ts";
import { identity } from "./suspend-targets.ts";

const guest = { role: "customer", number: "138", user: "guest", leg: "L0" } as const;
const toQueue: Call = {
  ...bareCall,
  direction: "inbound",
  plan: { greeting: "", rule: "" },
  routed: routedTo("g"),
  ...firstParties(guest),
  phase: { kind: "arriving" },
  recorder: { state: "off", auto: true },
};
const internal: Call = {
  ...bareCall,
  direction: "internal",
  ...firstParties({ role: "agent", ...seatParty("b") }, { role: "agent", ...seatParty("a") }),
  phase: { kind: "preparing" },
};
const outbound: Call = {
  ...bareCall,
  direction: "outbound",
  ...firstParties({ role: "customer", number: "138", user: "guest" }, { role: "agent", ...seatParty("a") }),
  phase: { kind: "preparing" },
};
/** Of a task, for whoever of its queue is free. */
const byTask: Call = {
  ...bareCall,
  direction: "outbound",
  plan: { greeting: "", rule: "" },
  routed: routedTo("g"),
  ...firstParties({ role: "customer", number: "138", user: "guest" }),
  placed: { ringMs: 30_000, abandonedText: "请回拨4001" },
  phase: { kind: "preparing" },
};
const meeting: Call = {
  ...bareCall,
  direction: "internal",
  ...firstParties({ role: "room", number: "8001", user: "" }),
  meeting: {
    roomId: "r",
    name: "r",
    code: "8001",
    max: 30,
    enterMuted: false,
    tone: false,
    waitForHost: false,
    record: false,
  },
  phase: { kind: "talking", answeredAt: 0 },
  conference: { owner: "p1" },
};

/** Out of its queue. */
export const offerTo = (agentId: string, groupId: string): CallInput => ({
  type: "offer",
  ...seatParty(agentId),
  idleMs: 1,
  autoAnswer: false,
  reason: "longestIdle",
  group: groupId,
});

const ring = (w: World, user: string): void => {
  w.settle();
  for (const [leg, known] of [...w.legs]) if (known.user === user && known.state === "rings") w.answer(leg);
  w.settle();
};
const waits = (): World => {
  const w = new World(toQueue);
  w.put({ type: "begin" });
  w.put({ type: "legUp", leg: "L0" });
  w.settle();
  return w;
};
const rings = (agentId: string): World => {
  const w = waits();
  w.order(offerTo(agentId, "g"), agentId);
  w.settle();
  return w;
};
const talk = (agentId: string): World => {
  const w = rings(agentId);
  ring(w, agentId);
  return w;
};
const consulting = (by: string, to: string, answered = true): World => {
  const w = talk(by);
  w.order({ type: "consult", agentId: by, to: seatParty(to) }, to);
  if (answered) ring(w, to);
  w.settle();
  return w;
};
const conference = (): World => {
  const w = consulting("a", "b");
  w.put({ type: "meeting", agentId: "a" });
  w.order({ type: "invite", agentId: "a", to: seatParty("c") }, "c");
  ring(w, "c");
  return w;
};
const sentAway = (): World => {
  const w = talk("a");
  w.put({ type: "suspend", agentId: "a", target: identity });
  return w;
};
const supervised = (): World => {
  const w = talk("a");
  w.order({ type: "supervise", by: seatParty("m"), target: "a", mode: "whisper" }, "m", "dial");
  ring(w, "m");
  w.put({ type: "supervise", by: administratorParty, target: "a", mode: "listen" });
  ring(w, "adm");
  return w;
};
const called = (): World => {
  const w = new World(internal);
  w.move("a", { type: "dial", callId: "c" });
  w.order({ type: "begin" }, "b");
  ring(w, "a");
  ring(w, "b");
  return w;
};
const calledOut = (): World => {
  const w = new World(outbound);
  w.move("a", { type: "dial", callId: "c" });
  w.order({ type: "begin" });
  ring(w, "a");
  ring(w, "guest");
  return w;
};
const dialledByTask = (): World => {
  const w = new World(byTask);
  w.put({ type: "begin" });
  w.settle();
  return w;
};
/** Its telephone was lifted, and its sound is not up yet. */
const lifted = (): World => {
  const w = dialledByTask();
  for (const leg of w.legs.keys()) w.lift(leg);
  w.settle();
  return w;
};
const liftedAndOffered = (): World => {
  const w = lifted();
  w.order(offerTo("a", "g"), "a");
  w.settle();
  return w;
};
const meets = (): World => {
  const w = new World(meeting);
  w.put({ type: "begin" });
  for (const id of ["a", "b", "c"]) {
    w.order({ type: "enter", to: { ...seatParty(id), ...(id === "a" ? { host: true } : {}) } }, id, "dial");
    ring(w, id);
  }
  return w;
};
const transferred = (): World => {
  const w = talk("a");
  w.order({ type: "transfer", agentId: "a", to: seatParty("b") }, "b");
  w.settle();
  return w;
};
const asksOutside = (): World => {
  const w = talk("a");
  w.put({ type: "consult", agentId: "a", to: outsideParty });
  ring(w, "out");
  return w;
};
const marks = (): World => {
  const w = talk("a");
  w.put({ type: "survey", agentId: "a" });
  return w;
};
const typesInSecret = (): World => {
  const w = talk("a");
  w.put({ type: "secureEntry", agentId: "a", name: "卡号", most: 4, ms: 60_000 });
  return w;
};

/** Its name, how it is made, and what the call does then. */
export const starts: readonly (readonly [name: string, make: () => World, phase: Call["phase"]["kind"]])[] = [
  ["a caller who waits", waits, "waiting"],
  ["a caller who rings", () => rings("a"), "offering"],
  ["a talk", () => talk("a"), "talking"],
  ["a talk at a line outside", () => talk("c"), "talking"],
  ["a consultation", () => consulting("a", "b"), "talking"],
  ["a consultation of a line outside", () => consulting("a", "c"), "talking"],
  ["a consultation of a number outside", asksOutside, "talking"],
  ["a line outside that asks a seat, which rings", () => consulting("c", "b", false), "talking"],
  ["a transfer that rings", transferred, "offering"],
  ["a conference", conference, "talking"],
  ["a customer at a voice", sentAway, "talking"],
  ["a customer who types in secret", typesInSecret, "talking"],
  ["a customer who is asked for a mark", marks, "survey"],
  ["a talk with two supervisors", supervised, "talking"],
  ["an internal call", called, "talking"],
  ["a call to a customer", calledOut, "talking"],
  ["a task's call that rings", dialledByTask, "dialling"],
  ["a task's customer who has lifted his telephone", lifted, "waiting"],
  ["a task's customer who has lifted his telephone, and an agent who rings", liftedAndOffered, "offering"],
  ["a meeting", meets, "talking"],
];
