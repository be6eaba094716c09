/** How one target of an order stands, as lists and pages of orders say it. */
import { number, string } from "yup";
import { targetPhases, type TargetPhase } from "./progress.ts";
import { targetKinds, type TargetKind } from "./target.ts";

const keys = <T extends string>(words: Readonly<Record<T, string>>): T[] => Object.keys(words) as T[];

export const targetLine = {
  id: string().required(),
  name: string().required(),
  kind: string<TargetKind>().oneOf(keys(targetKinds)).required(),
  phase: string<TargetPhase>().oneOf(keys(targetPhases)).required(),
  /** While its time counts; '': not now, or never by its rule. */
  dueTime: string().defined(),
  /** Nobody's time counts for it any more. */
  ended: number().oneOf([0, 1]).required(),
  /** Of its working time, as it was when the order last moved while it stands still; negative: over by so much. */
  leftMs: number().required(),
};
