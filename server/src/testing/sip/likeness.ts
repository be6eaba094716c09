/** How like a sound is to what was heard: the normalised correlation at the best of many offsets, 0 to 1. */

/** Offsets are looked for so far around the place where the sound begins, in samples. */
const around = 1_600;
const loud = 300;

const onset = (samples: Int16Array): number =>
  Math.max(
    0,
    samples.findIndex((each) => Math.abs(each) > loud),
  );

export function likeness(heard: Int16Array, sound: Int16Array): number {
  const [from, begin] = [onset(heard), onset(sound)];
  const wanted = sound.subarray(begin);
  let energy = 0;
  for (const each of wanted) energy += each * each;
  let best = 0;
  for (let offset = -around; offset <= around; offset += 1) {
    const at = from + offset;
    if (at < 0) continue;
    let [product, own] = [0, 0];
    const length = Math.min(wanted.length, heard.length - at);
    for (let i = 0; i < length; i += 1) {
      const sample = heard[at + i]!;
      product += sample * wanted[i]!;
      own += sample * sample;
    }
    if (own > 0) best = Math.max(best, product / Math.sqrt(own * energy));
  }
  return best;
}
