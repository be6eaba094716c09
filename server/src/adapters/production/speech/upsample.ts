/** 8,000 Hz to 16,000 Hz, frame by frame, for recognisers that know nothing else. Pure but for its memory of eight samples. */

const reach = 4;
/** Hann-windowed sinc at the half samples: between two samples, from the nearest outwards. */
const weights = (() => {
  const raw = Array.from({ length: reach }, (_, n) => {
    const x = n + 0.5;
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * (0.5 + 0.5 * Math.cos((Math.PI * x) / (reach + 0.5)));
  });
  const sum = 2 * raw.reduce((a, b) => a + b, 0);
  return raw.map((weight) => weight / sum);
})();
const clamp = (value: number): number => Math.max(-32_768, Math.min(32_767, Math.round(value)));

/** The half samples need what comes after them: the sound comes four samples late. */
export function createUpsampler(): (frame: Int16Array) => Int16Array {
  let last = new Int16Array(2 * reach);
  return (frame) => {
    const known = new Int16Array(last.length + frame.length);
    known.set(last);
    known.set(frame, last.length);
    const out = new Int16Array(frame.length * 2);
    for (let n = 0; n < frame.length; n += 1) {
      const at = n + reach;
      let between = 0;
      for (let k = 0; k < reach; k += 1) between += weights[k]! * (known[at - k]! + known[at + 1 + k]!);
      out[2 * n] = known[at]!;
      out[2 * n + 1] = clamp(between);
    }
    last = known.slice(frame.length);
    return out;
  };
}
