/** Calls that several suites of the call machine begin with, and who is offered them. */
import { firstParties } from "../call/parties.ts";
import type { OfferInput } from "../call/offer-input.ts";
import type { AskedParty, Call, CallInput, Routed } from "../call/types.ts";
import { colleague } from "./asked.ts";
import { bareCall, bareGroup, morningRoom } from "./bare.ts";

const agent = { role: "agent", number: "1", user: "agent", agentId: "a" } as const;
const guest = { role: "customer", number: "1", user: "guest" } as const;
const overflow = {
  full: { kind: "voice", id: "v" },
  wait: { kind: "skillGroup", id: "h" },
  absent: { kind: "none", id: "" },
} as const;
const queue = {
  name: "组",
  groups: [bareGroup("g"), bareGroup("h")],
  maxWaitMs: 60_000,
  announceEveryMs: 30_000,
  notice: { everyMs: 20_000, text: "请稍候" },
  overflow,
} as const;
export const routed: Routed = { target: { kind: "dispatchQueue", id: "q", name: "组", queue }, served: ["g"] };
/** Who waits there may be called back or leave a message. */
export const toMenu: Routed = {
  target: {
    kind: "skillGroup",
    id: "g",
    name: "组",
    queue: { ...queue, groups: [bareGroup("g")], menu: { everyMs: 5_000, callback: true, voicemailMs: 60_000 } },
  },
  served: ["g"],
};
export const toRoom: Routed = {
  target: { kind: "meetingRoom", id: "r1", name: "晨会", room: { ...morningRoom, hostPin: "9", memberPin: "1" } },
  served: [],
};
export const seat: Routed = {
  target: { kind: "seat", id: "a", name: "甲", extension: "1001", user: "agent" },
  served: [],
};
export const inbound: Call = {
  ...bareCall,
  direction: "inbound",
  plan: { greeting: "您好", rule: "" },
  routed,
  ...firstParties({ ...guest, leg: "far0" }),
  phase: { kind: "arriving" },
};
export const toSeat: Call = { ...inbound, routed: seat };
export const outbound: Call = {
  ...bareCall,
  direction: "outbound",
  ...firstParties(guest, agent),
  phase: { kind: "preparing" },
};
export const internal: Call = {
  ...bareCall,
  direction: "internal",
  ...firstParties({ ...agent, user: "other", agentId: "b" }, agent),
  phase: { kind: "preparing" },
};
export const asks = (type: "consult" | "transfer", to: AskedParty = colleague): CallInput => ({
  type,
  agentId: "a",
  to,
});
export const direct: OfferInput = {
  type: "offer",
  agentId: "a",
  user: "agent",
  number: "1001",
  idleMs: 1,
  wrapUpMs: 1_000,
  autoAnswer: false,
  reason: "byTarget",
};
const { agentId: _, ...unmannedOffer } = direct;
/** Of a telephone that nobody is signed in at. */
export const unmanned: OfferInput = unmannedOffer;
export const offer: OfferInput = { ...direct, reason: "longestIdle", group: "g" };

const { hostPin: _host, memberPin: _member, ...room } = morningRoom;
/** Of a room, with nobody in it. */
export const meets: Call = {
  ...bareCall,
  direction: "internal",
  ...firstParties({ role: "room", number: room.code, user: "", name: room.name }),
  meeting: { ...room, waitForHost: true },
  phase: { kind: "talking", answeredAt: 0 },
  conference: { owner: "p1" },
  recorder: { state: "off", auto: true },
};
