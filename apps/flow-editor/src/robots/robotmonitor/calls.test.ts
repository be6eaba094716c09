import type { RobotCall } from "@liantai/api/contract/flow-editor";
import { fetched, kept, living, told, type Calls } from "./calls.ts";

const call = (callId: string, more: Partial<RobotCall> = {}): RobotCall => ({
  ...{ callId, number: "139", accessNumber: null, flowId: "f", flowName: "催收", robotId: "", robotName: "" },
  ...{ lineId: "l", line: "线", startedAt: 1, since: 10, node: "", variables: [], taking: null },
  ...more,
});
const said = (id: string, at: number) => ({ id, side: "robot", text: id, at }) as const;
const none: Calls = new Map();

test("Y22 what is told comes once and in order, whichever way it came; a call that is over stays while somebody reads it", () => {
  let calls = told(none, { callId: "a", call: call("a"), entries: [said("r2", 2)], by: null });
  calls = fetched(calls, { at: 5, calls: [{ ...call("a"), variables: [], dialogue: [said("r1", 1), said("r2", 2)] }] });
  expect(calls.get("a")?.dialogue.map(({ id }) => id)).toEqual(["r1", "r2"]);
  // Told after it was asked: newer than the answer.
  calls = told(calls, { callId: "b", call: call("b", { since: 6 }), entries: [], by: null });
  calls = fetched(calls, { at: 5, calls: [] });
  expect([...calls.keys()]).toEqual(["a", "b"]);
  calls = told(calls, { callId: "a", call: null, entries: [said("r3", 3)], by: "1001" });
  expect(living(calls).map(({ callId }) => callId)).toEqual(["b"]);
  expect(kept(calls, "a").get("a")).toMatchObject({ over: "1001", dialogue: [{}, {}, { id: "r3" }] });
  expect([...kept(calls, undefined).keys()]).toEqual(["b"]);
  // The last word about a call that the page never knew.
  expect(told(none, { callId: "x", call: null, entries: [], by: null })).toBe(none);
});
