/**
 * Short messages of flows (docs/protocol.md G117): an interface that is told of the event `sms` is gateway and template in one. Its
 * address, headers and constants (account, signature, number of the template there) are the enterprise's; a message is a delivery like
 * any other, with its guard, its tries and its log.
 */
import { isTelephone } from "@liantai/api/contract";
import type { Values } from "@liantai/api/flows";
import type { Ports } from "../../ports/index.ts";
import type { FlowNeighbour } from "../flows/index.ts";
import { insertMessage, messageInterfaces } from "./telling-repository.ts";

export interface FlowMessage {
  /** Of the interface. */
  readonly templateId: string;
  readonly to: string;
  readonly values: Values;
  readonly callId: string;
  /** The same when it is asked once more after a kill: there is one message. */
  readonly key: string;
}

/** True: it stands in the outbox, now or since before. False: no such interface is in service, or the number is none. */
export async function queueMessage(
  { database, clock }: Pick<Ports, "database" | "clock">,
  compId: string,
  { templateId, to, values, callId, key }: FlowMessage,
): Promise<boolean> {
  const number = to.replace(/[\s-]/g, "");
  if (!isTelephone(number)) return false;
  const at = new Date(clock.now());
  const message = { number, values };
  return database.tenant(compId, (trx) => insertMessage(trx, compId, templateId, { key, at, callId, message }));
}

/** What a flow's node names as its template. */
export const messagesOfFlows: FlowNeighbour = {
  things: async (trx, compId) =>
    (await messageInterfaces(trx, compId)).map((row) => ({ kind: "smsTemplate" as const, ...row, durationMs: 0 })),
};
