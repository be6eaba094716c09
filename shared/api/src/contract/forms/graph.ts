/**
 * What depends on what. A field's value depends on what its formula reads, on what rules read that show, hide, lock or set it, and of
 * rows on what the formulas of their columns read.
 */

/** Places of fields in an order; a circle as the fields on it, the first again at its end. */
export function orderOf(values: readonly ReadonlySet<number>[]): {
  readonly order: readonly number[];
  readonly circle?: readonly number[];
} {
  const order: number[] = [];
  const state = new Uint8Array(values.length);
  const path: number[] = [];
  const enter = (at: number): readonly number[] | undefined => {
    if (state[at] === 2) return undefined;
    if (state[at] === 1) return [...path.slice(path.indexOf(at)), at];
    state[at] = 1;
    path.push(at);
    for (const on of values[at]!) {
      const circle = enter(on);
      if (circle) return circle;
    }
    path.pop();
    state[at] = 2;
    order.push(at);
    return undefined;
  };
  for (let at = 0; at < values.length; at++) {
    const circle = enter(at);
    // It was walked against the arrows: what is said is what leads to what.
    if (circle) return { order, circle: [...circle].reverse() };
  }
  return { order };
}
