/** What a monitor in somebody's talk may not do to it: hold, keys, data (K22, P9). Pure. */
import { step } from "../call-machine.ts";
import { bareCall } from "../testing/bare.ts";
import { seatParty } from "../testing/call-parties.ts";
import { firstParties } from "./parties.ts";
import type { Call, CallInput } from "./types.ts";

const customer = { role: "customer", number: "138", user: "guest", leg: "customer" } as const;
const agent = { role: "agent", number: "1001", user: "agent", agentId: "a", leg: "agent" } as const;

function supervised(mode: "listen" | "whisper" | "insert"): Call {
  const parties = firstParties(customer, agent);
  const talk: Call = {
    ...bareCall,
    direction: "inbound",
    ...parties,
    parties: parties.parties.map((each) => ({ ...each, up: true })),
    talked: true,
    phase: { kind: "talking", answeredAt: 0 },
  };
  const asked = step(talk, { type: "supervise", by: seatParty("m"), target: "a", mode }, 1);
  const { attempt } = asked.effects.find((effect) => effect.do === "originate")!;
  const rung = step(asked.call, { type: "originated", attempt, leg: "monitor" }, 2).call;
  return step(rung, { type: "legUp", leg: "monitor" }, 3).call;
}

describe.each(["listen", "whisper", "insert"] as const)("a monitor in mode %s", (mode) => {
  test.each<[string, CallInput]>([
    ["hold", { type: "hold", agentId: "m" }],
    ["unhold", { type: "unhold", agentId: "m" }],
    ["the hold key of his own telephone", { type: "deviceHold", leg: "monitor", held: true }],
    ["keys of his bar", { type: "dtmf", agentId: "m", digits: "77" }],
    ["keys of his telephone", { type: "digit", leg: "monitor", digit: "7" }],
    ["call data", { type: "setData", agentId: "m", data: { order: "1" } }],
  ])("P9 K22 %s: nobody hears of it, and nothing is written", (_what, input) => {
    const call = supervised(mode);
    const { call: after, effects, refused } = step(call, input, 9);
    expect(after).toEqual(call);
    expect(effects).toEqual([]);
    // A key at a telephone is answered by nobody.
    expect(refused).toBe(input.type !== "digit");
  });

  test("K22 his agent holds the customer and takes him back as ever, and once the monitor has left", () => {
    const held = step(supervised(mode), { type: "hold", agentId: "a" }, 9).call;
    expect(held.hearings["customer"]?.kind).toBe("music");
    const alone = step(held, { type: "legGone", leg: "monitor", cause: "normal" }, 10).call;
    const back = step(alone, { type: "unhold", agentId: "a" }, 11).call;
    expect(back.hearings).toMatchObject({
      customer: { kind: "legs", legs: ["agent"] },
      agent: { kind: "legs", legs: ["customer"] },
    });
  });
});
