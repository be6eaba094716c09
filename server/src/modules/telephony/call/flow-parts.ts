/** What of a call in a flow is changed, and how its flow is told. */
import type { FlowEvent } from "@liantai/api/flows";
import type { Draft } from "./draft.ts";
import type { CallFlow } from "./flow-types.ts";
import { secretOver } from "./recording.ts";

export const send = (d: Draft, event: FlowEvent): void => d.do({ do: "flow", event });

export function patch(d: Draft, change: { readonly [K in keyof CallFlow]?: CallFlow[K] | undefined }): void {
  if (d.call.flow) d.set({ flow: { ...d.call.flow, ...change } });
}

type Led = NonNullable<CallFlow["transfer"]>;
type Outside = Extract<Led["to"], { kind: "outside" }>;

/** What the flow led him outside with; undefined: it did not. */
export function ledOutside(d: Draft): (Led & { readonly to: Outside }) | undefined {
  const { transfer: led } = d.call.flow ?? {};
  return led?.to.kind === "outside" ? { ...led, to: led.to } : undefined;
}

/** Somebody outside has answered: how long the two may talk. True: the flow waits for their end. */
export function answeredOutside(d: Draft): boolean {
  const led = ledOutside(d);
  if (!led) return false;
  secretOver(d);
  if (led.to.mostMs > 0) d.do({ do: "timer", name: "outsideTalk", ms: led.to.mostMs });
  return led.back.includes("ended");
}
