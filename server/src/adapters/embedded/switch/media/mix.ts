/** Several voices at once: samples added up, clipped at 16 bits. */
import type { LegId } from "../../../../ports/switch.ts";
import { FRAME, ULAW_TO_PCM, toUlaw } from "./g711.ts";

const sum = new Int32Array(FRAME);

/**
 * What these legs say together in the current frame, or undefined when nobody says anything. One voice alone is its own frame,
 * untouched; more are written into `into`.
 */
export function together(
  legs: readonly LegId[],
  saidBy: (leg: LegId) => Uint8Array | undefined,
  into: Uint8Array,
): Uint8Array | undefined {
  let only: Uint8Array | undefined;
  let voices = 0;
  for (const leg of legs) {
    const said = saidBy(leg);
    if (!said) continue;
    voices += 1;
    if (voices === 1) {
      only = said;
      continue;
    }
    if (voices === 2) decode(only as Uint8Array);
    add(said);
  }
  if (voices < 2) return only;
  for (let i = 0; i < FRAME; i++) into[i] = toUlaw(sum[i] as number);
  return into;
}

function decode(frame: Uint8Array): void {
  for (let i = 0; i < FRAME; i++) sum[i] = ULAW_TO_PCM[frame[i] as number] as number;
}

function add(frame: Uint8Array): void {
  for (let i = 0; i < FRAME; i++) sum[i] = (sum[i] as number) + (ULAW_TO_PCM[frame[i] as number] as number);
}
