import { FRAME } from "./g711.ts";
import { Player } from "./player.ts";

const clips = [new Uint8Array(800).fill(1), { silence: 400 }, new Uint8Array(800).fill(2)];

test("A14 it begins where it is told to, in whichever clip that is, and says how far it is", () => {
  const first = new Uint8Array(FRAME);
  for (const [fromMs, sample] of [
    [0, 1],
    [99, 1],
    [150, 2],
    [160, 2],
  ] as const) {
    const player = new Player("p", clips, false, fromMs);
    expect(player.atMs).toBe(fromMs);
    player.next(first);
    expect([first[0], player.atMs]).toEqual([sample, fromMs + 20]);
  }
});

test("A14 beyond its end it is done; what starts over does so, and has no place", () => {
  expect(new Player("p", clips, false, 9_000).done).toBe(true);
  const loop = new Player("p", clips, true, 9_000);
  expect([loop.done, loop.atMs]).toEqual([false, undefined]);
});
