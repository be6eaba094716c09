/**
 * Calls that nobody dials by hand: a dialling task has the customer's number called, and who answers is led to the task's target, a queue
 * of its agents or a flow (docs/protocol.md, Dialling).
 */
import type { Answerer, MachineAction } from "@liantai/api/contract/admin";
import type { LegId } from "../../../ports/switch.ts";
import type { Announced } from "../../event-log/index.ts";

export interface Placed {
  /** How long it may ring, ms. */
  readonly ringMs: number;
  /** Said to a customer for whom nobody is free: the enterprise's name and number. */
  readonly abandonedText: string;
  /** Who answers is found out before he is led on; absent: whoever answers is a person. */
  readonly detect?: {
    readonly machine: MachineAction;
    /** Left on a machine after its tone, where that is wanted. */
    readonly text: string;
  };
}

/** Its task is paused or stopped, and it rings. */
export interface CancelPlacedInput {
  readonly type: "cancelPlaced";
}

export type PlacedInput = CancelPlacedInput | AcceptedInput | DetectedInput | AnnouncedInput | MachineReadyInput;

/** The customer's telephone was lifted, and his sound is not up yet. */
interface AcceptedInput {
  readonly type: "legAccepted";
  readonly leg: LegId;
}

/** Before the answer its line said what becomes of it; hangsUp: nobody will answer, and the line is of use to others. */
export interface AnnouncedInput extends Announced {
  readonly type: "announced";
  readonly hangsUp: boolean;
}

/** The machine that answered has said its greeting. */
interface MachineReadyInput {
  readonly type: "machineReady";
}

export interface DetectedInput {
  readonly type: "detected";
  readonly answerer: Answerer;
  /** What decided it, for the track. */
  readonly why: string;
  readonly afterMs: number;
}
