/**
 * What must hold in the books of a task whose owner was killed again and again: attempts, ledger, counters, and what went over the wire.
 */

export interface DialBooks {
  readonly phones: readonly {
    readonly id: string;
    readonly phone: string;
    readonly state: string;
    readonly attempts: number;
  }[];
  /** In the order of their beginning. */
  readonly attempts: readonly {
    readonly id: string;
    readonly phoneId: string;
    readonly attempt: number;
    readonly code: number | null;
    readonly startedAt: Date;
    readonly answeredAt: Date | null;
    readonly connectedAt: Date | null;
    readonly endedAt: Date | null;
    readonly talkMs: number;
  }[];
  readonly progress: object;
  readonly ledger: readonly { readonly kind: string; readonly attemptId: string | null }[];
  /** INVITEs, in the order in which they came; at: epoch ms. */
  readonly wire: readonly { readonly phone: string; readonly at: number }[];
}

export interface Rule {
  readonly numbers: number;
  /** A retry comes so much after the end of a try. */
  readonly intervalMs: number;
}

export function grouped<T>(all: readonly T[], key: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}
const counted = <T>(all: readonly T[], key: (one: T) => string) =>
  Object.fromEntries([...grouped(all, key)].map(([of, list]) => [of, list.length]));

/** None twice within its interval, none lost, counters and ledger as the rows, the ledger as the wire. */
export function expectBooks(
  { phones, attempts, progress, ledger, wire }: DialBooks,
  { numbers, intervalMs }: Rule,
): void {
  expect(counted(phones, ({ state }) => state)).toEqual({ done: numbers });
  // Each number came to somebody, whatever was killed meanwhile.
  const isAnswered = ({ answeredAt, code }: DialBooks["attempts"][number]) => answeredAt !== null && code === 200;
  const unanswered = [...grouped(attempts, ({ phoneId }) => phoneId).values()].filter((all) => !all.some(isAnswered));
  expect(unanswered.map((all) => all.map(({ code, answeredAt }) => [code, answeredAt]))).toEqual([]);
  const byPhone = grouped(attempts, ({ phoneId }) => phoneId);
  for (const tries of byPhone.values())
    tries.forEach(({ startedAt, attempt }, n) => {
      expect(attempt).toBe(n + 1);
      const last = tries[n - 1]?.endedAt;
      if (last) expect(startedAt.getTime() - last.getTime()).toBeGreaterThanOrEqual(intervalMs);
    });
  expect(phones.filter(({ id, attempts: n }) => byPhone.get(id)!.length !== n)).toEqual([]);
  const invites = grouped(wire, ({ phone }) => phone);
  for (const { id, phone } of phones) {
    const sent = invites.get(phone) ?? [];
    expect(sent.length).toBeLessThanOrEqual(byPhone.get(id)!.length);
    sent.forEach(({ at }, n) => {
      if (n > 0) expect(at - sent[n - 1]!.at).toBeGreaterThanOrEqual(intervalMs);
    });
  }
  // What has no INVITE was committed in the very moment of a kill.
  expect(wire.length).toBeGreaterThanOrEqual(attempts.filter(({ code }) => code !== 0).length);
  const is = (of: (each: (typeof attempts)[number]) => boolean) => attempts.filter(of).length;
  expect(progress).toMatchObject({
    ...{ total: numbers, done: numbers, waiting: 0, live: 0, retry: 0, skipped: 0, stopped: 0 },
    ...{ attempts: attempts.length, answered: is((each) => each.answeredAt !== null), abandoned: 0 },
    connected: is((each) => each.connectedAt !== null),
    talkMs: attempts.reduce((sum, { talkMs }) => sum + talkMs, 0),
  });
  for (const kind of ["dialled", "ended"] as const)
    expect(
      ledger
        .filter((entry) => entry.kind === kind)
        .map(({ attemptId }) => attemptId)
        .sort(),
    ).toEqual(attempts.map(({ id }) => id).sort());
}
