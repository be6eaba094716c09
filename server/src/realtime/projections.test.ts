/** F47: what is for one socket goes to it alone while it is there, and only if it is the account's. */
import { createTestPorts } from "../testing/index.ts";
import type { TestPorts } from "../testing/index.ts";
import { publish, type MessageTarget } from "../modules/topics.ts";
import { audience } from "./hub.ts";
import { project } from "./projections.ts";

let ports: TestPorts;
beforeAll(async () => {
  ports = await createTestPorts();
});
afterAll(() => ports?.close());

test("a message for a socket reaches it, or the account where the socket is gone or another's", async () => {
  const sent: (readonly string[])[] = [];
  const here = new Set([audience.socket("a1", "s1"), audience.socket("a2", "s2")]);
  const hub = {
    hears: (key: string) => here.has(key),
    send: (audiences: readonly string[]) => void sent.push(audiences),
    endSession: () => undefined,
  };
  const nothing = () => undefined;
  const end = await project(ports.broker, hub, nothing, nothing);
  const message = { type: "loginOut", msg: "再见" } as const;
  const targets: readonly MessageTarget[] = [
    { accountId: "a1", socketId: "s1" },
    { accountId: "a1", socketId: "gone" },
    { accountId: "a1", socketId: "s2" },
    { accountId: "a1" },
  ];
  for (const to of targets) await publish(ports.broker, "message.send", { to, message });
  await ports.clock.settle();
  expect(sent).toEqual([[audience.socket("a1", "s1")], ...Array.from({ length: 3 }, () => [audience.account("a1")])]);
  await end();
});
