/**
 * What a script does to an image code, for the test: find four letters by their ink or by where they stand, and hold each
 * against all letters, turned by some degrees. No network, no training: the 40 lines that solved the picture before.
 */
import { captchaAlphabet, glyphs } from "./glyphs.ts";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, row by row. */
  readonly pixels: Uint8Array;
}
type Spot = readonly [x: number, y: number];

const grid = 20;

/** A letter's spots in a square of `grid`, whatever its size was: 1 where one is. */
function normalised(spots: readonly Spot[]): Uint8Array {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  const shape = new Uint8Array(grid * grid);
  for (const [x, y] of spots)
    shape[Math.round(((y - top) / h) * (grid - 1)) * grid + Math.round(((x - left) / w) * (grid - 1))] = 1;
  return shape;
}

function letterSpots(letter: string, degrees: number): Spot[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const spots: Spot[] = [];
  for (const stroke of glyphs[letter] ?? [])
    for (let i = 1; i < stroke.length; i += 1)
      for (let t = 0; t <= 1; t += 0.02) {
        const [a, b] = [stroke[i - 1]!, stroke[i]!];
        const [x, y] = [(a[0] + (b[0] - a[0]) * t - 2) * 8, (a[1] + (b[1] - a[1]) * t - 3) * 7];
        for (const [dx, dy] of [
          [0, 0],
          [2, 0],
          [-2, 0],
          [0, 2],
          [0, -2],
        ] as const)
          spots.push([x * cos - y * sin + dx, x * sin + y * cos + dy]);
      }
  return spots;
}

const templates = [...captchaAlphabet].flatMap((letter) =>
  [-20, -15, -10, -5, 0, 5, 10, 15, 20].map((degrees) => ({ letter, shape: normalised(letterSpots(letter, degrees)) })),
);

function bestLetter(spots: readonly Spot[]): string {
  if (spots.length < 20) return "?";
  const shape = normalised(spots);
  let best = { letter: "?", score: 0 };
  for (const template of templates) {
    let [common, either] = [0, 0];
    for (let i = 0; i < shape.length; i += 1) {
      common += shape[i]! & template.shape[i]!;
      either += shape[i]! | template.shape[i]!;
    }
    const score = common / either;
    if (score > best.score) best = { letter: template.letter, score };
  }
  return best.letter;
}

const lightOf = ({ pixels }: Picture, i: number): number =>
  pixels[i * 3]! * 0.3 + pixels[i * 3 + 1]! * 0.59 + pixels[i * 3 + 2]! * 0.11;

/** Dark spots without specks: most of the nine around are dark, too. `most` 8 also drops thin lines. */
function darkSpots(picture: Picture, most: number): Spot[] {
  const { width, height } = picture;
  const lights = Array.from({ length: width * height }, (_, i) => lightOf(picture, i));
  const mean = lights.reduce((sum, light) => sum + light, 0) / lights.length;
  const dark = lights.map((light) => light < mean - 45);
  const spots: Spot[] = [];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      let near = 0;
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) near += dark[(y + dy) * width + x + dx] ? 1 : 0;
      if (near >= most && dark[y * width + x]) spots.push([x, y]);
    }
  return spots;
}

const hueOf = ({ pixels, width }: Picture, [x, y]: Spot): number => {
  const [r, g, b] = [0, 1, 2].map((c) => pixels[(y * width + x) * 3 + c]!) as [number, number, number];
  return ((Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI + 360) % 360;
};

const centre = (spots: readonly Spot[]): number => spots.reduce((sum, [x]) => sum + x, 0) / spots.length;

/** How far two hues lie apart, in degrees. */
const apart = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
/** An ink is so many degrees wide to either side. */
const wide = 16;

/** The ten degrees with most spots around them. */
function strongest(hues: readonly { readonly hue: number }[]): number {
  const byDegree = new Uint32Array(360);
  for (const { hue } of hues) byDegree[Math.floor(hue) % 360]! += 1;
  const counts = Array.from({ length: 36 }, (_, ten) =>
    byDegree.reduce((sum, count, degree) => sum + (apart(degree, ten * 10) < wide ? count : 0), 0),
  );
  return counts.indexOf(Math.max(...counts)) * 10;
}

/** The four inks with most spots are the four letters. */
export function byInk(picture: Picture): string {
  let left = darkSpots(picture, 4).map((spot) => ({ spot, hue: hueOf(picture, spot) }));
  const inks: Spot[][] = [];
  while (inks.length < 4 && left.length > 0) {
    const middle = strongest(left);
    const ink = left.filter(({ hue }) => apart(hue, middle) < wide).map(({ spot }) => spot);
    if (ink.length === 0) break;
    left = left.filter(({ hue }) => apart(hue, middle) >= wide);
    inks.push(ink);
  }
  return inks
    .sort((a, b) => centre(a) - centre(b))
    .map(bestLetter)
    .join("");
}

/** Four slices of equal width from the first dark column to the last. */
export function byPlace(picture: Picture, most = 5): string {
  const spots = darkSpots(picture, most);
  if (spots.length === 0) return "";
  const [from, to] = [Math.min(...spots.map(([x]) => x)), Math.max(...spots.map(([x]) => x)) + 1];
  return [0, 1, 2, 3]
    .map((i) => spots.filter(([x]) => Math.floor(((x - from) / (to - from)) * 4) === i))
    .map(bestLetter)
    .join("");
}

/** As byPlace after thin lines are dropped, with windows as wide as a letter that overlap as letters do. */
export function byThickness(picture: Picture): string {
  const spots = darkSpots(picture, 8);
  if (spots.length === 0) return "";
  const [from, to] = [Math.min(...spots.map(([x]) => x)) + 16, Math.max(...spots.map(([x]) => x)) - 16];
  return [0, 1, 2, 3]
    .map((place) => from + ((to - from) * place) / 3)
    .map((middle) => spots.filter(([x]) => Math.abs(x - middle) <= 17))
    .map(bestLetter)
    .join("");
}
