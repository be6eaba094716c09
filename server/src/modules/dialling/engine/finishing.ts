/**
 * What ends a task's run without an order (D11): its numbers are all done (while nobody adds any, looked at once more), its last day is
 * past, or the enterprise is in arrears. Whatever somebody ordered meanwhile stays.
 */
import { stateAt, type TaskRegister } from "../../tasks/index.ts";
import type { TaskLine } from "../../telephony/index.ts";
import type { EndedPromises } from "../promises.ts";
import type { DiallerStore } from "./store.ts";
import type { TaskRun } from "./task-run.ts";

interface Deps {
  readonly line: TaskLine;
  readonly store: DiallerStore;
  readonly register: Pick<TaskRegister, "complete" | "change">;
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

/** As it is read anew where somebody has ordered it otherwise, or has given it a later last day. */
export async function leaves(
  { line, store, register }: Deps,
  run: TaskRun,
  state: "paused" | "expired",
): Promise<void> {
  const { clock, compId } = line;
  let promises: EndedPromises = [];
  const left = await register.change(compId, run.id, state, async (trx, task) => {
    if (state === "paused") return true;
    if (stateAt(task, clock.now()) !== "expired") return false;
    promises = await store.expires(trx, run.id);
    return true;
  });
  if (left) {
    run.facts = { ...run.facts, row: { ...run.facts.row, state } };
    await store.tellPromises(promises);
  } else {
    const facts = await store.run(run.id);
    if (facts) run.reads(facts, clock.now());
    else run.facts = { ...run.facts, row: { ...run.facts.row, state: "stopped" } };
  }
  line.seatsChanged();
}
