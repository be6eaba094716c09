import { agentCallView, makeAgentClient } from "../testing/agent-client.ts";
import { FakeCall } from "../testing/fake-phone.ts";
import { settle } from "../testing/virtual-clock.ts";

test("hang-up asks the server, and with the network gone ends the call here and tells the server later", async () => {
  const client = makeAgentClient();
  await client.up();
  const leg = new FakeCall("c1", true);
  client.line.phone.ring(leg).connected();
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 }));
  client.cti().die();
  client.actions.hangup();
  await settle();
  expect(leg.log).toContain("hangup");
  expect(client.state().call).toBeNull();
  expect(client.notices().at(-1)).toContain("已在本机挂断");
  await client.clock.pass(2_000);
  client.cti().accept();
  await settle();
  await client.answer("login");
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 }));
  expect(client.commands().at(-1)).toMatchObject({ name: "hangup", fields: { callId: "c1" } });
  expect(client.state().call).toBeNull();
});

test("a hang-up that the server refuses afterwards shows the call again and says why", async () => {
  const client = makeAgentClient();
  await client.up();
  const talking = agentCallView({ phase: "talking", answeredAt: 1_000_000 });
  client.callIs(talking);
  client.cti().die();
  client.actions.hangup();
  await settle();
  const back = async () => {
    await client.clock.pass(2_000);
    client.cti().accept();
    await settle();
    await client.answer("login");
    client.callIs(talking);
    client.callIs({ ...talking, held: true });
  };
  await back();
  expect(client.commands().filter(({ name }) => name === "hangup")).toHaveLength(1);
  // Lost once more: it is over here still, and told anew.
  client.cti().die();
  await settle();
  expect(client.state().call).toBeNull();
  await back();
  await client.answer("hangup", -1, { msg: "操作失败" });
  expect(client.state().call).toMatchObject({ callId: "c1", held: true });
  expect(client.notices().at(-1)).toBe("通话未能挂断：操作失败");
});

test("a hang-up that the server does not answer within 5 s is done here", async () => {
  const client = makeAgentClient();
  await client.up();
  const leg = new FakeCall("c1", true);
  client.line.phone.ring(leg).connected();
  client.callIs(agentCallView({ phase: "talking", answeredAt: 1_000_000 }));
  client.actions.hangup();
  await client.clock.pass(5_000);
  expect(leg.log).toContain("hangup");
});
