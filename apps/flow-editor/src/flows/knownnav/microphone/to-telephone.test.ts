import { createToTelephone } from "./to-telephone.ts";

/** A second of a tone, given in pieces of 1,000. */
function sent(rate: number, hz: number) {
  const convert = createToTelephone(rate);
  const tone = Float32Array.from({ length: rate }, (_, n) => 0.5 * Math.sin((2 * Math.PI * hz * n) / rate));
  const messages: ArrayBuffer[] = [];
  for (let at = 0; at < rate; at += 1_000) messages.push(...convert(tone.subarray(at, at + 1_000)));
  const samples = messages.flatMap((message) =>
    Array.from({ length: message.byteLength / 2 }, (_, n) => new DataView(message).getInt16(n * 2, true)),
  );
  // Past the filter's own beginning.
  const loud = Math.max(...samples.slice(800).map(Math.abs));
  const crossings = samples.slice(1).filter((sample, n) => sample >= 0 && samples[n]! < 0).length;
  return { messages, samples, loud, hertz: crossings / (samples.length / 8_000) };
}

test.each([48_000, 44_100, 16_000, 8_000])(
  "A12 %i Hz comes as messages of 100 ms, of the same tone and loudness",
  (rate) => {
    const { messages, loud, hertz } = sent(rate, 1_000);
    expect(messages.map(({ byteLength }) => byteLength)).toEqual(Array.from({ length: 9 }, () => 1_600));
    expect(Math.abs(hertz - 1_000)).toBeLessThan(20);
    expect(Math.abs(loud / 16_384 - 1)).toBeLessThan(0.1);
  },
);

test("A12 what a telephone does not carry is not folded into what it does", () => {
  expect(sent(48_000, 6_000).loud).toBeLessThan(16_384 * 0.03);
});
