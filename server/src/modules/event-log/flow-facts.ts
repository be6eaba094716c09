/** Facts of a call in a flow: what came to the flow, from which its state can be made anew, and the steps it took. */
import type { Began, FlowAction, FlowEvent, FlowNote, Values } from "@liantai/api/flows";

export type FlowFact =
  | { readonly type: "flowEntered"; readonly flowId: string; readonly name: string }
  /** began: of a flow's first, what it is led through. hidden: a key that no log may have; it is a star. */
  | { readonly type: "flowInput"; readonly event: FlowEvent; readonly began?: Began; readonly hidden?: true }
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
    }
  /** Of a call of a dialling task or a robot: what its flow's variables were when it was over, secrets left out. */
  | { readonly type: "flowVariables"; readonly flowId: string; readonly values: Values }
  /** The customer of a dialling task wants no calls any more. by: how he said so. */
  | { readonly type: "callsRefused"; readonly by: string }
  /**
   * A robot line is held from now on until the flow is left, or, where it was held before, by another robot now. robotId, robotName: ''
   * where no robot is named for the flow.
   */
  | {
      readonly type: "robotTaken";
      readonly flowId: string;
      readonly robotId: string;
      readonly robotName: string;
      readonly lineId: string;
      readonly line: string;
    };
