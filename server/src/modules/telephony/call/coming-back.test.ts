/** A call that was sent on, where it was led to takes nobody. */
import { step } from "../call-machine.ts";
import { colleague } from "../testing/asked.ts";
import { bareCall, bareGroup } from "../testing/bare.ts";
import { firstParties } from "./parties.ts";
import type { Call, CallInput, Routed } from "./types.ts";

const none = { kind: "none", id: "" } as const;
const through = (id: string): Routed => ({
  target: {
    kind: "skillGroup",
    id,
    name: id,
    queue: {
      name: id,
      groups: [bareGroup(id)],
      maxWaitMs: 0,
      announceEveryMs: 0,
      notice: { everyMs: 0, text: "" },
      overflow: { full: none, wait: none, absent: none },
    },
  },
  served: [id],
});
const first = firstParties(
  { role: "customer", number: "138", user: "guest", leg: "L0" },
  { role: "agent", number: "1001", user: "agent", agentId: "a", leg: "L1" },
);
const talk: Call = {
  ...bareCall,
  direction: "inbound",
  routed: through("g"),
  ...first,
  parties: first.parties.map((each) => ({ ...each, up: true })),
  talked: true,
  phase: { kind: "talking", answeredAt: 0 },
};
const sent = step(
  talk,
  { type: "transferTo", agentId: "a", to: { kind: "accessNumber", id: "4002" }, number: "4002" },
  5,
).call;

test.each<[string, CallInput]>([
  ["is gone", { type: "routed" }],
  ["leads nowhere", { type: "routed", routed: { target: { kind: "hangup", id: "", name: "" }, served: [] } }],
  [
    "is closed",
    {
      type: "routed",
      routed: { target: { kind: "announcement", id: "", name: "应急", text: "暂停服务" }, served: [] },
    },
  ],
])(
  "K63 a number that %s: who sent the customer there is asked, and the queue he came through is his again",
  (_, input) => {
    const { call, effects } = step(sent, input, 9);
    expect([call.phase.kind, call.routed]).toEqual(["routing", through("g")]);
    expect(effects).toContainEqual({ do: "callBack", agentId: "a" });
  },
);

test("K63 a voice takes him: it succeeded", () => {
  const voice = { kind: "voice", id: "v", name: "公告", path: "/v.wav" } as const;
  const { call, effects } = step(sent, { type: "routed", routed: { target: voice, served: [] } }, 9);
  expect(call.phase.kind).toBe("farewell");
  expect(effects).toContainEqual({ do: "tell", agentId: "a", msg: "已成功转移通话", level: "info" });
});

test("K63 whoever picks him up in vain while he waits there does not fail the transfer", () => {
  const waits = step(sent, { type: "routed", routed: through("h") }, 9).call;
  const taken = step(waits, { type: "pickUp", by: colleague }, 10).call;
  const attempt = taken.parties.at(-1)!.attempt!;
  const { call, effects } = step(taken, { type: "originateFailed", attempt, cause: "unreachable" }, 11);
  expect([call.phase.kind, call.routed]).toEqual(["waiting", through("h")]);
  expect(effects.map((e) => e.do)).not.toContain("callBack");
});
