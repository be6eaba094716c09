/** A task whose numbers are all done is over (D11): while nobody adds any, looked at once more, and by nobody's order but its own. */
import type { TaskRegister } from "../../tasks/index.ts";
import type { TaskLine } from "../../telephony/index.ts";
import type { DiallerStore } from "./store.ts";
import type { TaskRun } from "./task-run.ts";

interface Deps {
  readonly line: TaskLine;
  readonly store: DiallerStore;
  readonly register: Pick<TaskRegister, "complete">;
}
/** What it waits for now. */
type Waits = (waitsFor: string) => Promise<void>;

/** false: numbers have come meanwhile, or somebody has paused or stopped it. A task without any number waits for some. */
export async function finished({ line, store, register }: Deps, run: TaskRun, waits: Waits): Promise<boolean> {
  const total = await store.total(run.id);
  if (total === 0) {
    await waits("没有号码");
    return true;
  }
  run.awaits = await store.awaits(run.id);
  if (run.awaits) {
    run.mayBeOver = true;
    await waits("等待其他任务转入号码");
    return true;
  }
  await waits("");
  const { row } = run.facts;
  if (!(await register.complete(line.compId, run.id, (trx) => store.through(trx, row)))) {
    run.mayBeOver = true;
    return false;
  }
  run.facts = { ...run.facts, row: { ...row, state: "completed" } };
  line.seatsChanged();
  return true;
}
