/** What of a call in a flow is changed, and how its flow is told. */
import type { FlowEvent } from "@liantai/api/flows";
import type { Draft } from "./draft.ts";
import type { CallFlow } from "./flow-types.ts";

export const send = (d: Draft, event: FlowEvent): void => d.do({ do: "flow", event });

export function patch(d: Draft, change: { readonly [K in keyof CallFlow]?: CallFlow[K] | undefined }): void {
  if (d.call.flow) d.set({ flow: { ...d.call.flow, ...change } });
}
