/** What people do in walks of the call machine, and what becomes of their telephones. */
import fc from "fast-check";
import { recordActions } from "@liantai/api/contract";
import { isFree } from "../agent-machine.ts";
import type { CallInput } from "../call/types.ts";
import { administrator, administratorParty, outsideParty, routedTo, routedToSeat, seatParty } from "./call-parties.ts";
import { offerTo } from "./call-starts.ts";
import type { World } from "./call-world.ts";
import { identity, secret } from "./suspend-targets.ts";

const users = ["a", "b", "c", "m", "adm", "out", "guest"];
const modes = ["listen", "whisper", "insert"] as const;
const thens = [undefined, "transfer", "meeting"] as const;

/** who, whom: any number each, taken for somebody, or something, of those there are. */
export type Act = readonly [what: keyof typeof acts, who: number, whom: number, ms: number];

const of = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** Whom an agent asks: a seat, or now and then a number outside. */
function asked(w: World, n: number, order: (to: typeof outsideParty) => CallInput): void {
  const id = of(["a", "b", "c", "m", "out"], n);
  if (id === "out") return void w.put(order(outsideParty));
  // In another part of this call he is not free, and the engine asks nobody twice.
  if (isFree(w.agents.get(id)!)) w.order(order(seatParty(id)), id);
}

/** A monitor at his seat, or an administrator. */
const monitor = (n: number) => (n % 2 === 0 ? { party: seatParty("m"), seat: "m" } : { party: administratorParty });
const person = (n: number) => (n % 2 === 0 ? { agentId: "m" } : { administrator });

type Do = (w: World, n: { who: number; whom: number; ms: number; user: string }) => void;

const telephone =
  (run: (w: World, leg: string, state: "rings" | "up" | "silent" | "cut") => void): Do =>
  (w, { who }) => {
    const [leg, known] = of([...w.legs, undefined].slice(0, Math.max(1, w.legs.size)), who) ?? [];
    if (leg !== undefined && known) run(w, leg, known.state);
  };

const plainly =
  (input: (agentId: string, n: { who: number; whom: number; ms: number }) => CallInput): Do =>
  (w, n) =>
    void w.put(input(n.user, n));

export const acts = {
  drop: (w, { user }) => w.drop(user),
  back: (w, { user }) => w.back(user, false),
  blink: (w, { user }) => w.back(user, true),
  silent: telephone((w, leg, state) => state !== "rings" && w.silent(leg)),
  fail: telephone((w, leg) => w.gone(leg, "failed")),
  answer: telephone((w, leg, state) => state === "rings" && w.answer(leg)),
  lift: telephone((w, leg, state) => state === "rings" && w.lift(leg)),
  reject: telephone((w, leg, state) => state === "rings" && w.gone(leg, "rejected")),
  bye: telephone((w, leg, state) => state !== "cut" && state !== "rings" && w.gone(leg, "normal")),
  pass: (w, { ms }) => w.pass(ms),
  heard: (w) => w.heard(),
  hangup: (w, { user: agentId }) => {
    const own = w.call.parties.find((each) => each.agentId === agentId);
    // Who asks somebody and hangs up in the bar keeps the customer (K17); everybody else is out.
    if (own && w.call.consult?.by !== own.id) w.goodbye.add(own.id);
    w.put({ type: "hangup", agentId });
  },
  ready: (w, { user }) => {
    w.move(user, { type: "signIn" });
    w.move(user, { type: "setReady", reason: "byAgent" });
  },
  offer: (w, { user }) => {
    const { phase, routed } = w.call;
    if (phase.kind === "waiting" && routed && w.agents.get(user)?.state.kind === "ready")
      w.order(offerTo(user, routed.target.id), user);
  },
  hold: plainly((agentId) => ({ type: "hold", agentId })),
  unhold: plainly((agentId) => ({ type: "unhold", agentId })),
  phone: plainly((agentId) => ({ type: "moveDevice", agentId, to: "phone" })),
  own: plainly((agentId) => ({ type: "moveDevice", agentId, to: "own" })),
  voice: plainly((agentId, { ms }) => ({ type: "suspend", agentId, target: ms > 5_000 ? identity : secret })),
  fetch: plainly((agentId) => ({ type: "takeBack", agentId })),
  key: (w, { whom }) => void w.put({ type: "digit", leg: "L0", digit: of(["5", "1", "#"], whom) }),
  consult: (w, { user: agentId, whom, ms }) => {
    const then = of(thens, ms);
    asked(w, whom, (to) => ({ type: "consult", agentId, to, ...(then ? { then } : {}) }));
  },
  consultCancel: plainly((agentId) => ({ type: "consultCancel", agentId })),
  tranfer: plainly((agentId) => ({ type: "tranfer", agentId })),
  transfer: (w, { user: agentId, whom }) => asked(w, whom, (to) => ({ type: "transfer", agentId, to })),
  transferTo: plainly((agentId) => ({
    type: "transferTo",
    agentId,
    to: { kind: "skillGroup", id: "h" },
    number: "组",
  })),
  meeting: plainly((agentId) => ({ type: "meeting", agentId })),
  invite: (w, { user: agentId, whom }) => asked(w, whom, (to) => ({ type: "invite", agentId, to })),
  enter: (w, { user: agentId }) => {
    if (w.call.meeting && w.agents.has(agentId) && isFree(w.agents.get(agentId)!))
      w.order({ type: "enter", to: seatParty(agentId) }, agentId, "dial");
  },
  remove: (w, { user: agentId, whom }) =>
    void w.put({ type: "removeMember", agentId, member: of(w.call.parties, whom).id }),
  mute: (w, { user: agentId, whom, ms }) =>
    void w.put({ type: "muteMember", agentId, member: of(w.call.parties, whom).id, muted: ms < 5_000 }),
  muteAll: plainly((agentId, { ms }) => ({ type: "muteAll", agentId, muted: ms < 5_000 })),
  endMeeting: plainly((agentId) => ({ type: "endMeeting", agentId })),
  survey: plainly((agentId) => ({ type: "survey", agentId })),
  secure: plainly((agentId, { ms }) => ({ type: "secureEntry", agentId, name: "卡号", most: 4, ms })),
  secureOver: plainly((agentId, { ms }) => ({ type: "secureEntryOver", agentId, keep: ms < 5_000 })),
  record: plainly((agentId, { whom }) => ({ type: "recordControl", agentId, action: of(recordActions, whom) })),
  supervise: (w, { user: target, whom, ms }) => {
    const { party, seat } = monitor(whom);
    w.order({ type: "supervise", by: party, target, mode: of(modes, ms) }, seat, "dial");
  },
  takeOver: (w, { whom }) => void w.put({ type: "takeOver", by: person(whom) }),
  switchTo: (w, { user: target, whom }) => asked(w, whom, (to) => ({ type: "switchTo", by: "m", target, to })),
  leave: (w) => {
    const own = w.call.parties.find((each) => each.administrator);
    if (own) w.goodbye.add(own.id);
    w.put({ type: "leave", by: { administrator } });
  },
  endByMonitor: plainly((target) => ({ type: "endByMonitor", by: "m", target })),
  pickUp: (w, { whom }) => {
    const { party, seat } = monitor(whom);
    const busy = seat === undefined ? w.call.parties.some((each) => each.administrator) : !isFree(w.agents.get(seat)!);
    if (!busy) w.order({ type: "pickUp", by: party }, seat);
  },
  divert: (w) => void w.put({ type: "divert", routed: routedTo("h"), by: "m", name: "停业" }),
  sendOn: (w, { whom, user }) =>
    void w.put({
      type: "sendOn",
      routed: whom % 2 === 0 && w.agents.has(user) ? routedToSeat(user) : routedTo("h"),
      by: "m",
      name: "王主管",
    }),
} as const satisfies Record<string, Do>;

/** What ends the call, or somebody's part in it, is seldom, or no walk would get far; what rings is mostly answered. */
const weights: Partial<Record<keyof typeof acts, number>> = {
  ...{ answer: 12, offer: 8, ready: 4, back: 3, blink: 3, heard: 3, pass: 3, supervise: 5 },
  ...{
    consult: 6,
    meeting: 6,
    invite: 6,
    transfer: 4,
    enter: 5,
    tranfer: 3,
    switchTo: 3,
    takeOver: 4,
    secureOver: 4,
    own: 4,
  },
  ...{ drop: 2, silent: 2, hold: 2, unhold: 2, key: 2 },
  ...{ fail: 1, reject: 1, bye: 1, hangup: 1, endByMonitor: 1, endMeeting: 1, survey: 1, leave: 1, remove: 2 },
};
const names = (Object.keys(acts) as (keyof typeof acts)[]).flatMap((name) =>
  Array.from({ length: weights[name] ?? 3 }, () => name),
);
export const anyAct: fc.Arbitrary<Act> = fc.tuple(
  fc.constantFrom(...names),
  fc.nat(27),
  fc.nat(11),
  fc.constantFrom(99, 4_000, 11_000, 30_001),
);

export function play(w: World, [what, who, whom, ms]: Act): void {
  if (w.call.phase.kind === "ended") return;
  // Mostly somebody who is in the call.
  const there = w.call.parties.flatMap(({ agentId }) => agentId ?? []);
  const user = there.length > 0 && who % 4 !== 0 ? of(there, who) : of(users, who);
  acts[what](w, { who, whom, ms, user });
  w.settle();
}
