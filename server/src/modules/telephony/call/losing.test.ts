/** An agent who does not come back into a call that has no queue: the other one hears why, and then it ends. Pure. */
import { step } from "../call-machine.ts";
import { bareCall } from "../testing/bare.ts";
import { limits, sentences } from "./limits.ts";
import { firstParties } from "./parties.ts";
import type { Call, CallInput } from "./types.ts";

const customer = { role: "customer", number: "138", user: "guest", leg: "L0" } as const;
const agent = { role: "agent", number: "1001", user: "agent", agentId: "a", leg: "L1" } as const;
const far = "p1";
const near = "p2";

function talk(direction: Call["direction"], parties = firstParties(customer, agent)): Call {
  return {
    ...bareCall,
    direction,
    ...parties,
    parties: parties.parties.map((each) => ({ ...each, up: true })),
    talked: true,
    phase: { kind: "talking", answeredAt: 0 },
  };
}
function after(call: Call, ...inputs: readonly CallInput[]) {
  let effects: ReturnType<typeof step>["effects"] = [];
  for (const [i, input] of inputs.entries()) ({ call, effects } = step(call, input, i + 1));
  return { call, effects };
}
const loses: CallInput = { type: "legLost", leg: "L1" };
const over: CallInput = { type: "timer", name: `lost-${near}` };

test("its parties are numbered as the timers name them", () => {
  expect(
    talk("inbound")
      .parties.map(({ id }) => id)
      .sort(),
  ).toEqual([far, near]);
  expect(talk("inbound").near).toBe(near);
});

test.each(["inbound", "outbound"] as const)(
  "K70 %s: after the grace the agent is out, offline, and the customer hears a sentence before the end",
  (direction) => {
    const { call, effects } = after(talk(direction), loses, over);
    expect(call.phase).toEqual({ kind: "farewell", cause: "agentLost" });
    expect(call.parties.map(({ id }) => id)).toEqual([far]);
    expect(effects).toContainEqual({ do: "agent", agentId: "a", input: { type: "leave", reason: "legLost" } });
    expect(effects).toContainEqual(
      expect.objectContaining({ do: "note", fact: { type: "hungup", side: "near", cause: "lost", agentId: "a" } }),
    );
    const says = effects.find((e) => e.do === "say");
    expect(says).toMatchObject({ leg: "L0", text: sentences.agentLost(direction) });
    expect(effects).toContainEqual({ do: "timer", name: "farewell", ms: limits.farewell });
    const done = step(call, { type: "playDone", tag: says?.tag ?? -1 }, 9);
    expect(done.call.phase).toEqual({ kind: "ended", cause: "agentLost" });
    expect(done.effects).toContainEqual({ do: "over", cause: "agentLost" });
    expect(done.effects).toContainEqual({ do: "hangup", leg: "L0", cause: "lost" });
  },
);

test("K70 the words are not those of who is called back by us", () => {
  expect(sentences.agentLost("inbound")).toContain("稍后再拨");
  expect(sentences.agentLost("outbound")).not.toContain("再拨");
});

test("K70 who was held hears it as well, and who hangs up during it has heard enough", () => {
  const { call } = after(talk("inbound"), { type: "hold", agentId: "a" }, loses, over);
  expect(call.parties).toMatchObject([{ id: far, heldBy: undefined }]);
  const { call: ended, effects } = step(call, { type: "legGone", leg: "L0", cause: "normal" }, 9);
  expect(ended.phase).toEqual({ kind: "ended", cause: "agentLost" });
  expect(effects.filter((e) => e.do === "hangup")).toEqual([]);
});

test("K70 an agent who says goodbye to the call that brings him back is away at once", () => {
  const { call } = after(talk("inbound"), loses);
  const attempt = call.parties.find(({ id }) => id === near)?.rejoin?.attempt;
  const { call: next } = after(
    {
      ...call,
      parties: call.parties.map((p) => (p.id === near ? { ...p, rejoin: { attempt: attempt ?? 9, leg: "L9" } } : p)),
    },
    { type: "legGone", leg: "L9", cause: "rejected" },
  );
  expect(next.phase).toEqual({ kind: "farewell", cause: "agentLost" });
});

test("K70 nobody is left to hear it: it ends", () => {
  const { call, effects } = after(talk("inbound"), { type: "legLost", leg: "L0" }, loses, over);
  expect(call.phase).toEqual({ kind: "ended", cause: "agentLost" });
  expect(effects.some((e) => e.do === "say")).toBe(false);
});

test("K70 between colleagues the one who was called hears it, and has nothing to wrap up", () => {
  const other = { role: "agent", number: "1002", user: "other", agentId: "b", leg: "L0" } as const;
  const { call, effects } = after(talk("internal", firstParties(other, agent)), loses, over);
  expect(effects.find((e) => e.do === "say")).toMatchObject({ leg: "L0" });
  const end = step(call, { type: "timer", name: "farewell" }, 9);
  expect(end.effects).toContainEqual({ do: "agent", agentId: "b", input: { type: "callEnded", wrapUpMs: 0 } });
});
