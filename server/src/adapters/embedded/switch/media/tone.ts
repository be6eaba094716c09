import { RATE, toUlaw } from "./g711.ts";

const AMPLITUDE = 8_000;
/** 5 ms at each end, so that a tone neither begins nor ends with a click. */
const RAMP = RATE / 200;

/** A sine of `hz` lasting `ms`, as mu-law at about -12 dBFS. */
export function tone(hz: number, ms: number): Uint8Array {
  const length = Math.max(0, Math.round((ms * RATE) / 1_000));
  const out = new Uint8Array(length);
  const step = (2 * Math.PI * hz) / RATE;
  for (let i = 0; i < length; i++) {
    const edge = Math.min(1, i / RAMP, (length - 1 - i) / RAMP);
    out[i] = toUlaw(AMPLITUDE * edge * Math.sin(step * i));
  }
  return out;
}
