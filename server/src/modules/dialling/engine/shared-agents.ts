/** Seats that stand in several tasks: who of them is left for one task when the calls of the others have had theirs. Pure. */

/** What another task has of people who are called, or wait, and of seats who are idle. */
export interface Beside {
  readonly calls: number;
  readonly idle: ReadonlySet<string>;
}

/** Each call of the others takes a seat of its task, one that is not this task's before one that is. */
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
