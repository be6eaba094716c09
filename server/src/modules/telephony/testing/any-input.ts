/** Any input at any time, with legs and attempts that are real, stale or made up. */
import fc from "fast-check";
import { recordActions } from "@liantai/api/contract";
import type { CallInput } from "../call/types.ts";
import { away, colleague, forwarder, friend, outside } from "./asked.ts";
import { administrator, administratorParty, routedToSeat, seatParty } from "./call-parties.ts";
import { direct, offer, routed, seat, toMenu, toRoom, unmanned } from "./example-calls.ts";
import { flowInputs } from "./flow-inputs.ts";
import { identity, menu, notice, secret } from "./suspend-targets.ts";

/** m: the monitor. */
const agentId = fc.constantFrom("a", "b", "m", "z");
const member = fc.constantFrom("p1", "p2", "p3", "p4", "p5");
const attempt = fc.nat(12);
const monitorParty = seatParty("m");
const person = fc.constantFrom({ agentId: "m" }, { administrator });
const monitors = fc.constantFrom(monitorParty, administratorParty);
/** The record's type is read off its constants; what they make is an input. */
const inputs = (...all: readonly fc.Arbitrary<unknown>[]) => fc.oneof(...all) as fc.Arbitrary<CallInput>;
const type = <T extends CallInput["type"]>(...types: readonly T[]) => fc.constantFrom(...types);

const ofLegs = (legs: readonly string[]): fc.Arbitrary<CallInput> => {
  const leg = fc.constantFrom(...legs, "stranger");
  const cause = fc.constantFrom(
    ...[
      "normal",
      "busy",
      "rejected",
      "no-answer",
      "unreachable",
      "lost",
      "failed",
      "cancelled",
      "not-found",
      "shutdown",
    ],
  );
  return inputs(
    fc.record({ type: type("legRinging", "legProgress", "legAccepted", "legUp", "legLost", "legFound"), leg }),
    fc.record({ type: type("legGone"), leg, cause }),
    fc.record({ type: type("deviceHold"), leg, held: fc.boolean() }),
    fc.record({ type: type("digit"), leg, digit: fc.constantFrom("1", "2", "3", "9", "#", "*") }),
    fc.record(
      {
        type: type("originated"),
        attempt,
        leg: fc.constantFrom("n1", "n2", "n3", "n4"),
        line: fc.record({ confirm: fc.boolean() }),
      },
      { requiredKeys: ["type", "attempt", "leg"] },
    ),
    fc.record({ type: type("originateFailed"), attempt, cause: fc.constantFrom("unreachable", "failed") }),
    fc.record({ type: type("calledAgain"), agentId, leg: fc.constantFrom("own1", "own2") }),
    fc.record({ type: type("ringLost"), id: member }),
  );
};

const ofEngine = inputs(
  fc.record({ type: type("playDone"), tag: attempt }),
  fc.constantFrom<CallInput>(
    { type: "queued", ahead: 1, offered: false, held: false },
    { type: "position", ahead: 0 },
    { type: "queueFull" },
    { type: "served", groups: [] },
    { type: "served", groups: ["g"] },
    { type: "served", groups: ["h"] },
    { type: "registered", user: "agent" },
    { type: "registered", user: "guest" },
    { type: "callbackAsked", number: "138", id: "k1" },
    { type: "callbackAsked", number: "138" },
    { type: "suspendLost" },
    { type: "secureEntryLost" },
    { type: "wentIn", meetingId: "c2" },
    { type: "roomFull" },
    { type: "fault" },
  ),
  fc.constantFrom<CallInput>(
    offer,
    direct,
    { ...direct, forwards: { agentId: "a", modes: ["noAnswer", "offline"] } },
    { ...unmanned, user: "", forwards: { agentId: "a", modes: ["busy"] }, forwarding: { mode: "busy" } },
    unmanned,
    { type: "routed", routed },
    { type: "routed", routed: seat },
    { type: "routed", routed: toMenu },
    { type: "routed", routed: toRoom },
    { type: "routed", routed: { target: { kind: "voice", id: "v", name: "", path: "/v.wav" }, served: [] } },
    { type: "routed", routed: { target: { kind: "voicemail", id: "g", name: "组", maxMs: 60_000 }, served: [] } },
    { type: "routed", routed: { target: { kind: "callback", id: "g", name: "组" }, served: [] } },
    { type: "routed", routed: { target: { kind: "announcement", id: "", name: "停业", text: "" }, served: [] } },
    { type: "routed", routed: { target: { kind: "hangup", id: "", name: "" }, served: [] } },
    { type: "routed" },
    { type: "notFree", cause: "busy" },
    { type: "notFree", cause: "nobodyServes" },
  ),
  fc.record({
    type: type("timer"),
    name: fc.constantFrom(
      ...["arrive", "maxWait", "announce", "notice", "nextGroup", "farewell", "connect", "recordPause", "survey"],
      ...["suspended", "secureEntry", "ring", "sticky", "sender", "menu", "menuKey", "voicemail", "nobodyCame"],
      ...["p1", "p2", "p3", "p4"].flatMap((id) => [`lost-${id}`, `confirm-${id}`, `door-${id}`, `redial-${id}`]),
    ),
  }),
  fc.record({
    type: type("forwarded"),
    attempt,
    to: fc.constantFrom(friend, outside, forwarder, away),
    by: fc.constant(["b"]),
  }),
);

const ofAgents = inputs(
  fc.record({ type: type("hold", "unhold", "consultCancel", "tranfer", "meeting", "takeBack"), agentId }),
  fc.record(
    { type: type("hangup"), agentId, why: fc.constantFrom("recovered", "signOut", "forcedOut") },
    { requiredKeys: ["type", "agentId"] },
  ),
  fc.record({ type: type("moveMedia"), agentId, registered: fc.boolean() }),
  fc.record({ type: type("moveDevice"), agentId, to: fc.constantFrom("own", "phone") }),
  fc.record({ type: type("dtmf"), agentId, digits: fc.constantFrom("1", "42#") }),
  fc.record({ type: type("setData"), agentId, data: fc.constantFrom({ k: "v" }, { k: "" }) }),
  fc.record({ type: type("suspend"), agentId, target: fc.constantFrom(identity, menu, notice, secret) }),
  fc.record({
    type: type("secureEntry"),
    agentId,
    name: fc.constant("卡号"),
    most: fc.constantFrom(1, 3),
    ms: fc.constant(9_000),
  }),
  fc.record({ type: type("secureEntryOver"), agentId, keep: fc.boolean() }),
  fc.record({ type: type("survey", "endMeeting"), agentId }),
  fc.record({ type: type("invite"), agentId, to: fc.constantFrom(friend, outside) }),
  fc.record({ type: type("removeMember"), agentId, member }),
  fc.record({ type: type("muteMember"), agentId, member, muted: fc.boolean() }),
  fc.record({ type: type("muteAll"), agentId, muted: fc.boolean() }),
  fc.record({ type: type("recordControl"), agentId, action: fc.constantFrom(...recordActions) }),
  fc.record({
    type: type("consult", "transfer"),
    agentId,
    to: fc.constantFrom(colleague, outside, forwarder, away),
    then: fc.constantFrom(undefined, "transfer", "meeting"),
  }),
  fc.record({
    type: type("transferTo"),
    agentId,
    to: fc.constant({ kind: "skillGroup", id: "h" }),
    number: fc.constant("组"),
  }),
  fc.record({ type: type("knocked"), party: member, wrong: fc.constantFrom(1, 20), shut: fc.boolean() }),
  fc.record({
    type: type("enter"),
    to: fc.constantFrom(
      seatParty("e"),
      { ...seatParty("a"), host: true },
      { ...seatParty("b"), door: { keys: "", tries: 0, hostPin: "9", memberPin: "1" } },
    ),
  }),
);

/** From outside a meeting, as its administrators order it. */
const ofHosts = inputs(
  fc.record({ type: type("muteAll"), agentId: fc.constant(""), by: fc.constant("王"), muted: fc.boolean() }),
  fc.record({ type: type("removeMember"), agentId: fc.constant(""), by: fc.constant("王"), member }),
  fc.record({ type: type("endMeeting"), agentId: fc.constant(""), by: fc.constant("王") }),
  fc.record({
    type: type("recordControl"),
    agentId: fc.constant(""),
    by: fc.constant("王"),
    action: fc.constantFrom(...recordActions),
    meeting: fc.constant(true as const),
  }),
);

const ofMonitors = inputs(
  fc.record({
    type: type("supervise"),
    by: monitors,
    target: agentId,
    mode: fc.constantFrom("listen", "whisper", "insert"),
  }),
  fc.record({ type: type("takeOver", "leave"), by: person }),
  fc.record({ type: type("noRight"), by: person, target: agentId }),
  fc.record({
    type: type("switchTo"),
    by: fc.constant("m"),
    target: agentId,
    to: fc.constantFrom(seatParty("w"), away),
  }),
  fc.record({ type: type("endByMonitor"), by: fc.constant("m"), target: agentId }),
  fc.record({
    type: type("pickUp"),
    by: fc.constantFrom<typeof colleague | typeof administratorParty>(colleague, administratorParty),
  }),
  fc.record({ type: type("movedUp"), byMs: fc.constant(1_000), by: fc.constant("m"), name: fc.constant("王") }),
  fc.record({
    type: type("sendOn", "divert"),
    routed: fc.constantFrom(seat, routedToSeat("b"), toMenu, toRoom),
    by: fc.constant("m"),
    name: fc.constant("王"),
  }),
);

export const anyInput = (legs: readonly string[]): fc.Arbitrary<CallInput> =>
  fc.oneof(
    { arbitrary: ofLegs(legs), weight: 5 },
    { arbitrary: ofEngine, weight: 4 },
    { arbitrary: ofAgents, weight: 6 },
    { arbitrary: ofMonitors, weight: 3 },
    { arbitrary: ofHosts, weight: 1 },
    { arbitrary: fc.constantFrom(...flowInputs), weight: 3 },
  );
