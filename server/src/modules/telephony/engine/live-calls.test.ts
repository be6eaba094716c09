import type { Call } from "../call/types.ts";
import { LiveCalls } from "./live-calls.ts";

const shown = "4001";
const call = (direction: Call["direction"], parties: readonly object[]): Call =>
  ({ compId: "c", direction, accessNumber: shown, far: "far", parties }) as unknown as Call;
const inbound = call("inbound", [{ id: "far" }, { id: "near", agentId: "1001" }]);
const dual = call("outbound", [
  { id: "near", displayed: shown },
  { id: "far", displayed: shown },
]);

test("K14 a two-way call of two telephones outside takes two lines from its beginning, and gives back as many", () => {
  const live = new LiveCalls();
  live.add(inbound);
  live.add(dual);
  expect([live.ofEnterprise("c"), live.on(shown)]).toEqual([3, 3]);
  live.remove(dual);
  expect([live.ofEnterprise("c"), live.on(shown)]).toEqual([1, 1]);
  // A further number outside joins, and leaves with the call.
  const more = call("inbound", [...inbound.parties, { id: "third", displayed: shown }]);
  live.changed(inbound, more);
  expect(live.on(shown)).toBe(2);
  live.remove(more);
  expect(live.ofEnterprise("c")).toBe(0);
});
