/** Facts of a call in a flow: what came to the flow, from which its state can be made anew, and the steps it took. */
import type { FlowAction, FlowEvent, FlowNote, Values } from "@liantai/api/flows";

export type FlowFact =
  | { readonly type: "flowEntered"; readonly flowId: string; readonly name: string }
  /** Secret keys are stars. */
  | { readonly type: "flowInput"; readonly event: FlowEvent }
  | ({ readonly type: "flowStep"; readonly step: FlowAction } & Omit<FlowNote, "action">)
  | { readonly type: "flowLeft"; readonly result: string }
  /**
   * Variables that belong into a form, by its fields. more: nodes without sound still run, and it is told again. secret: names of
   * fields whose values are secrets, which go nowhere.
   */
  | {
      readonly type: "flowGathered";
      readonly flowId: string;
      readonly name: string;
      readonly formId: string;
      readonly values: Values;
      readonly secret?: readonly string[];
      readonly more?: true;
    };
