/** A follow-up's columns as its machine has it, and back. */
import type { FollowUp } from "@liantai/api/contract/workorder";
import type { TaskRow } from "./repository.ts";

export const stateOf = ({ state, tries, dueAt, endedAt }: TaskRow): FollowUp =>
  state === "open"
    ? { kind: "open", tries, dueAt: dueAt.getTime() }
    : { kind: state, tries, endedAt: (endedAt ?? dueAt).getTime() };

/** One that is open is told when it is due; one that has ended, never. */
export const columnsOf = (next: FollowUp) =>
  next.kind === "open"
    ? {
        ...{ state: next.kind, tries: next.tries, dueAt: new Date(next.dueAt), tellAt: new Date(next.dueAt) },
        ...{ endedAt: null, endedBy: "", endedById: "" },
      }
    : { state: next.kind, tries: next.tries, tellAt: null, endedAt: new Date(next.endedAt) };
