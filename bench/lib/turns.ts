/** Ours and the reference in turns, so that both meet the same machine. */

export interface Turns<T> {
  readonly ours: readonly T[];
  readonly theirs: readonly T[];
}

/** Who begins changes from round to round. A first round of both warms up and is not counted. */
export async function inTurns<T>(
  rounds: number,
  ours: () => Promise<T>,
  theirs: () => Promise<T>,
  warmUps = 1,
): Promise<Turns<T>> {
  const found: { ours: T[]; theirs: T[] } = { ours: [], theirs: [] };
  for (let i = -warmUps; i < rounds; i += 1) {
    const pair = i % 2 === 0 ? { ours: await ours(), theirs: await theirs() } : await backwards(ours, theirs);
    if (i < 0) continue;
    found.ours.push(pair.ours);
    found.theirs.push(pair.theirs);
  }
  return found;
}

async function backwards<T>(ours: () => Promise<T>, theirs: () => Promise<T>): Promise<{ ours: T; theirs: T }> {
  const second = await theirs();
  return { ours: await ours(), theirs: second };
}
