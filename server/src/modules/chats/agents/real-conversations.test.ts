/** Conversations as they are keep what agents' pages rely on. */
import { seededPorts, testSealer as sealer } from "../../../testing/seeded.ts";
import { createAudit } from "../../audit/index.ts";
import { createCallsInFlows } from "../../calls-in-flows.ts";
import { createConversations } from "../conversations/index.ts";
import { noPages, type Conversations } from "../types.ts";
import { createAssignment } from "./assignment.ts";
import { conversationsContract } from "./testing/conversations.contract.ts";
import { tellBy } from "./testing/fake-conversations.ts";

conversationsContract("the real ones", async () => {
  const ports = await seededPorts({});
  const { world: flows } = createCallsInFlows({
    ports,
    sealer,
    mayPress: async () => true,
    voice: async () => undefined,
  });
  const assignment = createAssignment({
    ports,
    conversations: (): Conversations => conversations,
    tell: tellBy(ports),
    pages: noPages,
  });
  const { conversations } = createConversations({
    ...{ ports, flows, sealer, audit: createAudit(ports), assignment: () => assignment },
    tickets: () => ({ issue: async () => "" }),
  });
  return { ports, conversations, close: () => ports.close() };
});
