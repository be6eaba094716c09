/** A task's customer for whom nobody is free. */
import type { Draft } from "./draft.ts";
import { end, farewell } from "./ending.ts";

/** A person answered, and no agent has him in time. False: it is no such call, or somebody had him already. */
export function abandoned(d: Draft): boolean {
  const { placed, talked } = d.call;
  if (!placed || talked || placed.abandonedText === "") return false;
  d.note({ type: "abandoned" });
  // Nobody hears him, and he would hear nobody.
  if (!d.far.up) end(d, "taskAbandoned");
  else farewell(d, "taskAbandoned", undefined, placed.abandonedText);
  return true;
}
