import { readFollow } from "./follow.ts";
import { readFrame } from "./frames.ts";

const read = (text: string) => {
  const frame = readFrame(Buffer.from(text));
  return frame && readFollow(frame);
};
const frame = (content: unknown, type: unknown = "agent") => read(JSON.stringify({ type, content }));
const who = { userId: "u", compId: "100001" };

test("M10 a subscription names seats or all, unsubscribing nobody", () => {
  expect(frame({ type: "AGENT_SUBSCRIBE", ...who, subscribeAgents: ["1001"] })).toEqual({ ...who, agents: ["1001"] });
  expect(frame({ type: "AGENT_SUBSCRIBE", ...who, subscribeAgents: "*" })).toEqual({ ...who, agents: "*" });
  expect(frame({ type: "AGENT_UNSUBSCRIBE", ...who })).toEqual(who);
});

test.each([
  [{ type: "AGENT_SUBSCRIBE", ...who }],
  [{ type: "AGENT_SUBSCRIBE", ...who, subscribeAgents: "1001" }],
  [{ type: "AGENT_SUBSCRIBE", ...who, subscribeAgents: [1001] }],
  [{ type: "AGENT_SUBSCRIBE", ...who, subscribeAgents: ["x", "1001"] }],
  [{ type: "AGENT_SUBSCRIBE", userId: 1, compId: "100001", subscribeAgents: [] }],
  [{ type: "AGENT_UNSUBSCRIBE" }],
  [{ type: "SUBSCRIBE", ...who, subscribeAgents: [] }],
  [["AGENT_SUBSCRIBE"]],
  [null],
])("M10 %j is no subscription", (content) => {
  expect(frame(content)).toBeUndefined();
});

test("M10 neither is what is in another envelope, or no JSON", () => {
  expect(frame({ type: "AGENT_UNSUBSCRIBE", ...who }, "ping")).toBeUndefined();
  expect(read('{"content":"AGENT_SUBSCRIBE')).toBeUndefined();
});
