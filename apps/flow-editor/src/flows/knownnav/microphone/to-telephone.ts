/** The page's sound as the server's ears take it: 8,000 Hz, 16 bit, mono, little-endian (docs/protocol.md, A12). */
import { auditionPush } from "@liantai/api/contract/flow-editor";

/** What a telephone passes, Hz: nothing above half of 8,000 may come through. */
const passHz = 3_400;
/** Zero crossings of the filter on either side. */
const reach = 8;

/** `rate`: of what it is given, 8,000 Hz or more. It is given pieces of any length, in order, and gives whole messages back. */
export function createToTelephone(rate: number): (samples: Float32Array) => readonly ArrayBuffer[] {
  const { hz, pieceMs } = auditionPush;
  const ratio = rate / hz;
  const half = Math.ceil((reach * rate) / (2 * passHz));
  const weight = (distance: number): number => {
    const x = (2 * passHz * distance) / rate;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (half + 1));
    return (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window * ((2 * passHz) / rate);
  };
  /** What is not done with; `next`: where in it the next sample of ours stands. */
  let known = new Float32Array(half);
  let next = half;
  const piece = new Int16Array((hz * pieceMs) / 1_000);
  let filled = 0;
  return (samples) => {
    const all = new Float32Array(known.length + samples.length);
    all.set(known);
    all.set(samples, known.length);
    const out: ArrayBuffer[] = [];
    for (; next + half + 1 < all.length; next += ratio) {
      const from = Math.ceil(next - half);
      let value = 0;
      for (let at = from; at <= next + half; at += 1) value += all[at]! * weight(at - next);
      piece[filled++] = Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767)));
      if (filled < piece.length) continue;
      const message = new DataView(new ArrayBuffer(piece.length * 2));
      piece.forEach((sample, n) => message.setInt16(n * 2, sample, true));
      out.push(message.buffer as ArrayBuffer);
      filled = 0;
    }
    const done = Math.max(0, Math.floor(next) - half);
    known = all.slice(done);
    next -= done;
    return out;
  };
}
