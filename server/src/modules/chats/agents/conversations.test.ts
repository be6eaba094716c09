/** The fake that the other suites of this folder stand on keeps the contract of the real conversations. */
import { seededPorts } from "../../../testing/seeded.ts";
import { conversationsContract } from "./testing/conversations.contract.ts";
import { fakeConversations } from "./testing/fake-conversations.ts";

conversationsContract("the fake", async () => {
  const ports = await seededPorts({});
  return { ports, conversations: fakeConversations(ports), close: () => ports.close() };
});
