/** Facts of a call in a flow: what came to the flow, from which its state can be made anew, and the steps it took. */
import type { FlowAction, FlowEvent, FlowNote } from "@liantai/api/flows";

export type FlowFact =
  | { readonly type: "flowEntered"; readonly flowId: string; readonly name: string }
  /** Secret keys are stars. */
  | { readonly type: "flowInput"; readonly event: FlowEvent }
  | ({ readonly type: "flowStep"; readonly step: FlowAction } & Omit<FlowNote, "action">)
  | { readonly type: "flowLeft"; readonly result: string };
