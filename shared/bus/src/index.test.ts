import { createBus, type BusEventName } from "./index.ts";

test("a subscriber gets the payload until it ends its subscription", () => {
  const bus = createBus();
  const seen: string[] = [];
  const end = bus.subscribe("call.ended", ({ callId }) => seen.push(callId));
  bus.publish("call.ended", { callId: "a", cause: "completed" });
  end();
  bus.publish("call.ended", { callId: "b", cause: "completed" });
  expect(seen).toEqual(["a"]);
});

test("a dead subscriber harms nobody and is reported", () => {
  const reported: BusEventName[] = [];
  const bus = createBus({ onError: (name) => reported.push(name) });
  const seen: string[] = [];
  bus.subscribe("call.ended", () => {
    throw new Error("dead");
  });
  bus.subscribe("call.ended", ({ callId }) => seen.push(callId));
  bus.publish("call.ended", { callId: "a", cause: "completed" });
  expect(seen).toEqual(["a"]);
  expect(reported).toEqual(["call.ended"]);
});
