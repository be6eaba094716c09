/**
 * Orders, losses, returns and goodbyes in any sequence, with devices and agents that behave as real ones do. What must hold after each
 * step stands in testing/call-world.ts, how many walks there are in testing/walks.ts.
 */
import fc from "fast-check";
import { callOf } from "./agent-machine.ts";
import { anyAct, play, type Act } from "./testing/call-acts.ts";
import { starts } from "./testing/call-starts.ts";
import type { World } from "./testing/call-world.ts";
import { tellSteps, walked, walks } from "./testing/walks.ts";

/** Everybody but the customer stays away: every grace runs out, every voice is heard to its end. */
function staysAway(w: World): void {
  for (const user of ["a", "b", "c", "m", "adm", "out"]) for (const each of [user, `${user}'s other`]) w.drop(each);
  const unanswered = (): void => {
    for (const [leg, { state }] of [...w.legs]) if (state === "rings" && w.legs.has(leg)) w.gone(leg, "unreachable");
    w.settle();
  };
  unanswered();
  for (let i = 0; i < 14; i++) {
    w.pass(15_000);
    w.heard();
    unanswered();
  }
}

function walk(make: () => World, acts: readonly Act[]): void {
  const w = make();
  for (const each of acts) play(w, each);
  staysAway(w);
  expect(["ended", "waiting"]).toContain(w.call.phase.kind);
  if (w.call.phase.kind === "waiting") expect(w.call.parties.map(({ role }) => role)).toEqual(["customer"]);
  for (const [, { user }] of w.legs) expect(user).toBe("guest");
  for (const agent of w.agents.values()) expect(callOf(agent)).toBeUndefined();
  // He gives up waiting.
  for (const leg of w.legs.keys()) w.gone(leg, "normal");
  expect([w.call.phase.kind, w.ends]).toEqual(["ended", 1]);
  walked(w.steps);
}

test.each(starts)(
  "K4 T6 %s: whoever is lost, comes back, orders or hangs up, nothing rings on, nobody is forgotten, and there is one record",
  (_, make, phase) => {
    expect(make().call.phase.kind).toBe(phase);
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 40, size: "max" }), (acts) => walk(make, acts)),
      walks(25),
    );
  },
);

test("K4 K26 a colleague whose call was sent to a group and whose agent there is lost waits on, and his leg with him", () => {
  const [, called] = starts.find(([name]) => name === "an internal call")!;
  walk(called, [
    ["transferTo", 0, 0, 99],
    ["pickUp", 0, 0, 99],
    ["answer", 7, 0, 99],
    ["drop", 7, 0, 99],
  ]);
});

afterAll(tellSteps);
