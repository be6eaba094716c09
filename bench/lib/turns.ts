/** Ours and the reference in turns, so that both meet the same machine. */

export interface Turns<Ours, Theirs = Ours> {
  readonly ours: readonly Ours[];
  readonly theirs: readonly Theirs[];
}

/** Who begins changes from round to round. A first round of both warms up and is not counted. */
export async function inTurns<Ours, Theirs>(
  rounds: number,
  ours: () => Promise<Ours>,
  theirs: () => Promise<Theirs>,
  warmUps = 1,
): Promise<Turns<Ours, Theirs>> {
  const found: { readonly ours: Ours[]; readonly theirs: Theirs[] } = { ours: [], theirs: [] };
  for (let i = -warmUps; i < rounds; i += 1) {
    const early = i % 2 === 0 ? undefined : await theirs();
    const our = await ours();
    const their = early ?? (await theirs());
    if (i < 0) continue;
    found.ours.push(our);
    found.theirs.push(their);
  }
  return found;
}
