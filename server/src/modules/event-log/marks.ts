/** Who waits until what was appended before him is committed. */

interface Mark<L> {
  /** Of the last entry that was appended before. */
  readonly n: number;
  readonly lease: L | undefined;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

export interface Marks<L> {
  /** Resolves when nothing up to this number waits any more. */
  after(n: number, lease: L | undefined): Promise<void>;
  /** head: of the first entry that still waits. */
  passed(head: number): void;
  /** What they waited for under these leases is written by nobody. */
  gaveUp(leases: ReadonlySet<L>, error: Error): void;
}

export function createMarks<L>(): Marks<L> {
  let marks: readonly Mark<L>[] = [];
  const take = (of: (mark: Mark<L>) => boolean): readonly Mark<L>[] => {
    const taken = marks.filter(of);
    if (taken.length > 0) marks = marks.filter((mark) => !taken.includes(mark));
    return taken;
  };
  return {
    after: (n, lease) => new Promise((done, failed) => (marks = [...marks, { n, lease, done, failed }])),
    passed(head) {
      for (const { done } of take(({ n }) => n < head)) done();
    },
    gaveUp(leases, error) {
      for (const { failed } of take(({ lease }) => lease !== undefined && leases.has(lease))) failed(error);
    },
  };
}
