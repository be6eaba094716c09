import type { Insertable } from "kysely";
import type { SkillGroupTable } from "../ports/schema.ts";

/** A skill group in which nobody waits for long; a test names what matters to it. */
export const skillGroupRow = (
  row: Pick<SkillGroupTable, "compId" | "id" | "name"> & Partial<Insertable<SkillGroupTable>>,
): Insertable<SkillGroupTable> => ({
  strategy: "longest-idle",
  queueLimit: 5,
  maxWaitS: 0,
  ringS: 15,
  wrapUpS: 0,
  announceEveryS: 0,
  serviceLevelS: 20,
  ...row,
});
