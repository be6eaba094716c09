import { inflateSync } from "node:zlib";
import { createTestRandom } from "../../../testing/clock.ts";
import { byInk, byPlace, byThickness, type Picture } from "./attacks.ts";
import { captchaAlphabet, glyphs } from "./glyphs.ts";
import { drawCaptcha, paintCaptcha, pictureSize } from "./picture.ts";

const clock = {
  now: () => 0,
  monotonic: () => 0,
  after: () => ({ cancel: () => undefined }),
  every: () => ({ cancel: () => undefined }),
};
const random = createTestRandom(clock);
const { width, height } = pictureSize;
const count = 66;
const codes = Array.from({ length: count }, () =>
  Array.from({ length: 4 }, () => captchaAlphabet[random.int(captchaAlphabet.length)]).join(""),
);

test("every character of the alphabet is drawn, and none that people mix up is in it", () => {
  for (const character of captchaAlphabet) expect(glyphs[character]!.length).toBeGreaterThan(0);
  expect(captchaAlphabet).not.toMatch(/[0OQ1IL2Z5S8BVGJ4a-z]/);
});

test("a picture is pixels only: a PNG of the size the page keeps free, never the same twice", () => {
  const png = drawCaptcha("AK37", random);
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  const length = png.readUInt32BE(33);
  expect(inflateSync(png.subarray(41, 41 + length)).length).toBe(height * (width * 3 + 1));
  expect(drawCaptcha("AK37", random).equals(png)).toBe(false);
});

/** As it was drawn before: each letter apart and in one ink, on clean paper. */
function plainPicture(code: string): Picture {
  const pixels = new Uint8Array(width * height * 3).fill(245);
  const inks = [
    [180, 30, 30],
    [30, 120, 30],
    [40, 40, 190],
    [150, 110, 10],
  ] as const;
  [...code].forEach((character, i) => {
    const angle = ((random.int(31) - 15) * Math.PI) / 180;
    for (const stroke of glyphs[character]!)
      for (let at = 1; at < stroke.length; at += 1)
        for (let t = 0; t <= 1; t += 0.01) {
          const [a, b] = [stroke[at - 1]!, stroke[at]!];
          const [x, y] = [(a[0] + (b[0] - a[0]) * t - 2) * 6.5, (a[1] + (b[1] - a[1]) * t - 3) * 6];
          const [px, py] = [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
          for (let dy = -1; dy <= 1; dy += 1)
            for (let dx = -1; dx <= 1; dx += 1) {
              const spot = Math.round(py + height / 2 + dy) * width + Math.round(px + width / 2 + (i - 1.5) * 36 + dx);
              for (let channel = 0; channel < 3; channel += 1) pixels[spot * 3 + channel] = inks[i]![channel]!;
            }
        }
  });
  return { width, height, pixels };
}

const attacks = [
  ["by ink", byInk],
  ["by place", byPlace],
  ["by thickness", byThickness],
] as const;
const drawn = codes.map((code): Picture => ({ width, height, pixels: paintCaptcha(code, random) }));
const solved = (attack: (picture: Picture) => string, pictures: readonly Picture[]): number =>
  codes.filter((code, i) => attack(pictures[i]!) === code).length / count;

test.each(attacks.slice(0, 2))(
  "the attack %s is a real one: it reads letters that have an ink and a place of their own",
  (_name, attack) => {
    expect(solved(attack, codes.map(plainPicture))).toBeGreaterThan(0.8);
  },
);

test.each(attacks)("the attack %s solves less than a tenth of the pictures", (_name, attack) => {
  expect(solved(attack, drawn)).toBeLessThan(0.1);
});
