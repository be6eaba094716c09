/** A page that was loaded in the middle of a talk asks what was said so far. */
import { requestHost, send } from "@liantai/api/client";
import type { Endpoint, ReplyOf } from "@liantai/api/contract";
import { assistApi } from "@liantai/api/contract/assist";
import type { Talks } from "./talks.ts";

async function ask<E extends Endpoint>(endpoint: E, body: object): Promise<ReplyOf<E> | undefined> {
  const outcome = await send<ReplyOf<E>>(requestHost(), { endpoint, body });
  // What the panel lacks is no reason to disturb a talk.
  return "data" in outcome ? outcome.data : undefined;
}

const bit = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

export async function recall(talks: Talks, callId: string, agentId: string): Promise<void> {
  const body = { callId };
  const [entries, warnings, found] = await Promise.all([
    ask(assistApi.msg, body),
    ask(assistApi.warn, body),
    ask(assistApi.process, body),
  ]);
  const [now] = found ?? [];
  if (!entries?.length && !warnings?.length && !now) return;
  const process = now && { flowId: now.flowId, flowData: now.flowData, nodeData: now.nodeData };
  talks.recalled(callId, agentId, {
    entries: (entries ?? []).map((entry) => ({
      ...entry,
      chipin: bit(entry.chipin),
      badWord: bit(entry.badWord),
    })),
    warnings: warnings ?? [],
    ...(process?.flowId ? { process } : {}),
    // Who was not answered does not know.
    ...(found ? { listening: now?.listening === 1 } : {}),
  });
}
