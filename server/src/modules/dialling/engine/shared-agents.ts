/** Seats that stand in several tasks: who of them is left for one task when the calls of the others have had theirs. */
import { taskGroup } from "@liantai/api/contract/admin";
import type { TaskAgent, TaskLine } from "../../telephony/index.ts";
import { waitsForAgents } from "./targets.ts";
import type { TaskRun } from "./task-run.ts";

/** What another task has of people who are called, or wait, and of seats who are idle. */
export interface Beside {
  readonly calls: number;
  readonly idle: ReadonlySet<string>;
}

/** Pure. Each call of the others takes a seat of its task, one that is not this task's before one that is. */
export function leftFor(idle: readonly string[], others: readonly Beside[]): number {
  const own = new Set(idle);
  const taken = new Set<string>();
  for (const { calls, idle: theirs } of others) {
    const free = [...theirs].filter((id) => !taken.has(id));
    const inOrder = [...free.filter((id) => !own.has(id)), ...free.filter((id) => own.has(id))];
    for (const id of inOrder.slice(0, calls)) taken.add(id);
  }
  return idle.filter((id) => !taken.has(id)).length;
}

const idleOf = (agents: readonly TaskAgent[]): string[] =>
  agents.filter(({ state }) => state === "idle").map(({ agentId }) => agentId);

/** Where progressive tasks share seats, the calls of one are not dialled for those whom the calls of another are meant for. */
export function wantBeside(
  run: TaskRun,
  all: readonly TaskRun[],
  agents: readonly TaskAgent[],
  want: number,
  line: Pick<TaskLine, "agents">,
): number {
  if (!waitsForAgents(run.task) || run.facts.row.settings.mode !== "progressive") return want;
  const idle = idleOf(agents);
  const left = (tasks: readonly TaskRun[]): number =>
    leftFor(
      idle,
      tasks
        .filter((other) => other !== run && waitsForAgents(other.task) && other.calls > 0)
        .map((other) => ({ calls: other.calls, idle: new Set(idleOf(line.agents(taskGroup(other.id)))) })),
    ) - run.calls;
  // Of calls that ring for one seat the least urgent task's goes.
  run.surplus = Math.max(run.surplus, -left(all.slice(0, Math.max(0, all.indexOf(run)))));
  return Math.max(0, Math.min(want, left(all)));
}
