/** A task's customer for whom nobody is free. */
import type { Draft } from "./draft.ts";
import { farewell } from "./ending.ts";

/** A person answered, and no agent has him in time. False: it is no such call, or somebody had him already. */
export function abandoned(d: Draft): boolean {
  const { placed, talked } = d.call;
  if (!placed || talked || placed.abandonedText === "") return false;
  d.note({ type: "abandoned" });
  farewell(d, "taskAbandoned", undefined, placed.abandonedText);
  return true;
}
