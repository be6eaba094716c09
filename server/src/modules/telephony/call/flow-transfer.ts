/** Whom a flow leads the caller to. */
import type { FlowEffect, TransferTo } from "@liantai/api/flows";
import type { TargetRef } from "../../numbers/index.ts";
import type { Draft } from "./draft.ts";

export type Transfer = Extract<FlowEffect, { do: "transfer" }>;

export const refOf = (to: TransferTo): TargetRef =>
  to.kind === "extension" || to.kind === "outside" ? { kind: to.kind, id: to.number } : { kind: to.kind, id: to.id };

/** The group of its task, where the flow leaves it to that; undefined: the task names none. */
export function meantBy(d: Draft, to: TransferTo): TransferTo | undefined {
  if (to.kind !== "skillGroup" || to.id !== "") return to;
  const id = d.call.task?.groupId ?? "";
  return id === "" ? undefined : { ...to, id };
}
