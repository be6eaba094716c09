/** Whom an agent may ask, or send a call to, in tests of the call machine. */
import type { AskedParty } from "../call/types.ts";

export const colleague = { number: "1002", user: "other", agentId: "b", wrapUpMs: 500 };
export const outside = { number: "139", user: "guest2", displayed: "4001", wrapUpMs: 0 };
export const forwarder: AskedParty = {
  ...colleague,
  forwards: { agentId: "b", modes: ["busy", "noAnswer", "offline"] },
};
export const away: AskedParty = {
  number: "1002",
  user: "",
  forwards: { agentId: "b", modes: ["always"] },
  forwarding: { mode: "always" },
};
export const friend = { number: "1003", user: "friend", agentId: "f", wrapUpMs: 500 };
