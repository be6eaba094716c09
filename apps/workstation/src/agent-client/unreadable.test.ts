import type { ConferenceMember } from "@liantai/api/contract";
import { agentCallView, makeAgentClient } from "../testing/agent-client.ts";

const sentence = "收到无法识别的话务消息，请刷新页面";
const member = (id: string): ConferenceMember => ({
  id,
  number: "1002",
  role: "agent",
  owner: false,
  me: false,
  muted: false,
});

async function inTalk() {
  const client = makeAgentClient();
  await client.up();
  const call = agentCallView({ phase: "conference", answeredAt: 1_000_000, members: [member("a")] });
  client.callIs(call);
  return { ...client, call };
}

test("K32 a line that is none is told", async () => {
  const client = await inTalk();
  client.cti().say("nonsense");
  expect(client.notices()).toEqual([sentence]);
});

test.each([["{"], [""], ["null"], ["7"], ["[]"], ["{}"]])(
  "K32 a call whose JSON is %j is told, and the call that is known stays",
  async (json) => {
    const client = await inTalk();
    client.event("call", { json, now: "1000000" });
    expect(client.notices()).toEqual([sentence]);
    expect(client.state().call).toEqual(client.call);
  },
);

test.each([["[{"], ["null"], ["{}"], ['"a"']])(
  "K32 members whose JSON is %j are told, and those that are known stay",
  async (json) => {
    const client = await inTalk();
    client.event("callMembers", { callId: "c1", from: "1", json });
    expect(client.notices()).toEqual([sentence]);
    expect(client.state().call).toEqual(client.call);
  },
);

test("K32 what can be read is not told, nor are members of a call that is over", async () => {
  const client = await inTalk();
  client.event("callMembers", { callId: "c1", from: "1", json: JSON.stringify([member("b")]) });
  client.event("callMembers", { callId: "c0", from: "1", json: "[{" });
  expect(client.state().call?.members?.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(client.notices()).toEqual([]);
});
