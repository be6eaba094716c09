/**
 * Which ports a leg looks at. werift takes the first that is free, lets it go and binds it again: of two legs that look at once both
 * could find the same one, and the second would wait for ever. So each thread has its own part, and each leg begins elsewhere in it.
 */
export type Ports = readonly [first: number, last: number];

/** More than a leg has addresses. */
const stride = 8;

/** The part of thread `number` (from 0) of `threads`. */
export function partOf([first, last]: Ports, number: number, threads: number): Ports {
  const size = Math.floor((last - first + 1) / threads);
  const from = first + (number % threads) * size;
  return [from, from + size - 1];
}

/** Gives each leg its beginning, around and around; the end of the part stays, for ports that others still have. */
export function beginnings([first, last]: Ports): () => Ports {
  const places = Math.max(1, Math.floor((last - first + 1) / stride) - 1);
  let begun = 0;
  return () => [first + stride * (begun++ % places), last];
}
