/** SQL of experiments: one of a task, with the counts that its test stands on. */
import { formatDate } from "@liantai/api/contract";
import type { Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DialExperimentTable } from "../../../ports/schema/dialling-learning.ts";
import { learnByDay } from "./by-day.ts";
import { isHit, type Outcome, type RunningExperiment } from "./arms.ts";
import { learn, verdict, type Arm, type TestState } from "./sequential.ts";

export type ExperimentRow = Selectable<DialExperimentTable>;

export const findExperiment = (trx: Trx, compId: string, taskId: string): Promise<ExperimentRow | undefined> =>
  trx
    .selectFrom("dial_experiment")
    .selectAll()
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .executeTakeFirst();

/** undefined: the task goes as it is set itself. */
export async function runningExperiment(
  trx: Trx,
  compId: string,
  taskId: string,
): Promise<RunningExperiment | undefined> {
  const row = await findExperiment(trx, compId, taskId);
  if (!row) return undefined;
  const { id, kind, a, b, state, better, goesOn } = row;
  if (state === "running") return { id, kind, a, b, winner: null };
  return state === "decided" && goesOn === 1 && better !== "" ? { id, kind, a, b, winner: better } : undefined;
}

/** Instead of one that is over. */
export async function insertExperiment(trx: Trx, row: Parameters<typeof values>[1]): Promise<void> {
  await trx.deleteFrom("dial_experiment").where("compId", "=", row.compId).where("taskId", "=", row.taskId).execute();
  await values(trx, row).execute();
}
const values = (
  trx: Trx,
  row: Pick<
    ExperimentRow,
    | "compId"
    | "taskId"
    | "id"
    | "kind"
    | "metric"
    | "wanted"
    | "a"
    | "b"
    | "goesOn"
    | "most"
    | "startedAt"
    | "createdBy"
  >,
) => trx.insertInto("dial_experiment").values({ ...row, a: JSON.stringify(row.a), b: JSON.stringify(row.b) });

/** False: it does not run. */
export const stopExperiment = async (trx: Trx, compId: string, taskId: string, endedAt: Date): Promise<boolean> =>
  (
    await trx
      .updateTable("dial_experiment")
      .set({ state: "stopped", better: "", endedAt })
      .where("compId", "=", compId)
      .where("taskId", "=", taskId)
      .where("state", "in", ["running", "decided", "even"])
      .where((e) => e.or([e("state", "=", "running"), e("goesOn", "=", 1)]))
      .returning("id")
      .execute()
  ).length > 0;

export const testOf = ({ aCalls, aHits, bCalls, bHits, open, evidence }: ExperimentRow): TestState => ({
  a: { calls: aCalls, hits: aHits },
  b: { calls: bCalls, hits: bHits },
  ...{ open, evidence },
});

/** One more outcome, of a call that was committed while the experiment ran. True: with it the experiment is over. */
export async function countOutcome(
  trx: Trx,
  compId: string,
  taskId: string,
  { arm, at, ...outcome }: Outcome & { readonly arm: Arm; readonly at: number },
): Promise<boolean> {
  const row = await trx
    .selectFrom("dial_experiment")
    .selectAll()
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("state", "=", "running")
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const hit = isHit(row.metric, row.wanted, outcome);
  const before = testOf(row);
  const test = row.kind === "time" ? learnByDay(before, arm, hit, formatDate(at)) : learn(before, arm, hit);
  const found = verdict(test, row.most);
  await trx
    .updateTable("dial_experiment")
    .set({
      ...{ aCalls: test.a.calls, aHits: test.a.hits, bCalls: test.b.calls, bHits: test.b.hits },
      ...{ open: test.open, evidence: test.evidence },
      ...(found.over
        ? { state: found.better === "" ? "even" : "decided", better: found.better, endedAt: new Date(at) }
        : {}),
    })
    .where("compId", "=", compId)
    .where("id", "=", row.id)
    .execute();
  return found.over;
}
