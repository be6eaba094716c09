/**
 * Draws an image code as pixels. What a script would take hold of is taken away: colours are patches of the picture, not of
 * letters, and the line through them has the same colours and nearly the same width; neighbours touch; every stroke is bent by
 * waves; every pixel is noisy. picture.test.ts holds the attacks.
 */
import type { Random } from "../../../ports/clock.ts";
import { glyphs, type Stroke } from "./glyphs.ts";
import { encodePng } from "./png.ts";

export const pictureSize = { width: 168, height: 60 } as const;
const { width, height } = pictureSize;
// A look-up of the global each time would cost more than the arithmetic (three quarters of a picture in a jest sandbox).
const { ceil, cos, floor, hypot, max, min, PI, sin, sqrt } = Math;

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];
type Field = (x: number, y: number) => number;

interface Dice {
  between(low: number, high: number): number;
  pick(count: number): number;
}

/**
 * Throws from a 128-bit seed by sfc32 (Chris Doty-Humphrey, PractRand): a picture takes 40,000, which the system's random
 * source answers ten times slower. Nobody sees a throw, and the code itself is not drawn from it.
 */
function diceOf(random: Random): Dice {
  let [a, b, c, counter] = Array.from({ length: 4 }, () => random.int(2 ** 32)) as [number, number, number, number];
  const next = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + result;
    return (result >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i += 1) next();
  return { between: (low, high) => low + next() * (high - low), pick: (count) => floor(next() * count) };
}

/** How much of each pixel strokes cover, 0 to 1. */
class Coverage {
  readonly #of = new Float32Array(width * height);

  at(x: number, y: number): number {
    return this.#of[y * width + x] ?? 0;
  }

  /** A straight piece of a stroke with round ends. */
  piece([ax, ay]: Point, [bx, by]: Point, halfWidth: number): void {
    const reach = halfWidth + 1;
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy || 1;
    const to = {
      x: min(width - 1, ceil(max(ax, bx) + reach)),
      y: min(height - 1, ceil(max(ay, by) + reach)),
    };
    for (let y = max(0, floor(min(ay, by) - reach)); y <= to.y; y += 1)
      for (let x = max(0, floor(min(ax, bx) - reach)); x <= to.x; x += 1) {
        const along = max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / length));
        const distance = sqrt((x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2);
        const cover = max(0, min(1, halfWidth - distance + 0.5));
        const i = y * width + x;
        this.#of[i] = max(this.#of[i]!, cover);
      }
  }

  stroke(points: readonly Point[], halfWidth: number): void {
    for (let i = 1; i < points.length; i += 1) this.piece(points[i - 1]!, points[i]!, halfWidth);
  }
}

/** Points every two pixels, so that what bends them bends the lines between. */
function subdivide(stroke: readonly Point[]): Point[] {
  return stroke.flatMap((to, i) => {
    const from = stroke[i - 1];
    if (!from) return [to];
    const steps = max(1, ceil(hypot(to[0] - from[0], to[1] - from[1]) / 2));
    return Array.from({ length: steps }, (_, step): Point => {
      const t = (step + 1) / steps;
      return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    });
  });
}

/** Two crossed waves over the whole picture. */
function bender({ between }: Dice): (point: Point) => Point {
  const wave = (): ((at: number) => number) => {
    const [size, length, phase] = [between(1.2, 2), between(30, 48), between(0, 7)];
    return (at) => size * sin((at * 2 * PI) / length + phase);
  };
  const [byX, byY] = [wave(), wave()];
  return ([x, y]) => [x + byY(y), y + byX(x)];
}

/** Smooth random values between 0 and 1, with bumps of about `cell` pixels. */
function field({ between }: Dice, cell: number): Field {
  const columns = ceil(width / cell) + 2;
  const values = Array.from({ length: columns * (ceil(height / cell) + 2) }, () => between(0, 1));
  const smooth = (t: number): number => t * t * (3 - 2 * t);
  return (x, y) => {
    const [cx, cy] = [floor(x / cell), floor(y / cell)];
    const [tx, ty] = [smooth(x / cell - cx), smooth(y / cell - cy)];
    const value = (dx: number, dy: number): number => values[(cy + dy) * columns + cx + dx]!;
    const top = value(0, 0) + (value(1, 0) - value(0, 0)) * tx;
    return top + (value(0, 1) + (value(1, 1) - value(0, 1)) * tx - top) * ty;
  };
}

function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const part = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return 255 * (lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1)));
  };
  return [part(0), part(8), part(4)];
}

function placeGlyph(strokes: readonly Stroke[], centre: Point, { between }: Dice): Point[][] {
  const [angle, shear] = [between(-0.25, 0.25), between(-0.2, 0.2)];
  const [sx, sy] = [between(6.4, 8.4), between(6, 7.3)];
  return strokes.map((stroke) =>
    stroke.map(([gx, gy]): Point => {
      const y = (gy - 3) * sy + between(-1, 1);
      const x = (gx - 2) * sx + between(-1.1, 1.1) + y * shear;
      return [centre[0] + x * cos(angle) - y * sin(angle), centre[1] + x * sin(angle) + y * cos(angle)];
    }),
  );
}

/** From edge to edge, up and down as letters are high. */
function crossing({ between }: Dice): Point[] {
  const knots = [0, 1, 2, 3, 4, 5].map((i): Point => [(i / 5) * (width + 20) - 10, between(8, height - 8)]);
  return subdivide(knots);
}

/** Pixels (RGB) of a code. */
export function paintCaptcha(code: string, random: Random): Uint8Array {
  const dice = diceOf(random);
  const { between, pick } = dice;
  const bend = bender(dice);
  const ink = new Coverage();
  // Letters stand close, and no two pictures have them in the same places.
  let x = between(19, 24);
  [...code].forEach((character, i) => {
    x += i === 0 ? 0 : between(35, 39);
    const centre: Point = [x, height / 2 + between(-5, 5)];
    for (const stroke of placeGlyph(glyphs[character] ?? [], centre, dice))
      ink.stroke(subdivide(stroke).map(bend), between(2.1, 2.7));
  });
  // One line ties the letters together. Nearly as thick as they are, it cannot be taken out by its width; more of them, or thinner ones
  // with cuts, stopped people and not scripts.
  ink.stroke(crossing(dice).map(bend), between(1.5, 1.7));
  const hues = [between(0, 360)];
  while (hues.length < 4) hues.push(hues[0]! + (hues.length * 360) / 4 + between(-25, 25));
  const inks = hues.map((hue) => colourOf((hue + 720) % 360, between(0.5, 0.85), between(0.26, 0.4)));
  const patches = inks.map(() => field(dice, 15));
  const paper = colourOf(between(0, 360), 0.35, 0.9);
  const shade = field(dice, 24);
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let best = 0;
      // Specks of ink on the paper and of paper in the ink.
      const cover = pick(100) < 5 ? between(0.2, 0.7) : ink.at(x, y);
      for (let i = 1; cover > 0 && i < patches.length; i += 1) if (patches[i]!(x, y) > patches[best]!(x, y)) best = i;
      const light = (shade(x, y) - 0.5) * 50;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = paper[channel]! + light + (inks[best]![channel]! - paper[channel]! - light) * cover;
        pixels[(y * width + x) * 3 + channel] = max(0, min(255, value + between(-26, 26)));
      }
    }
  return pixels;
}

export const drawCaptcha = (code: string, random: Random): Buffer =>
  encodePng(width, height, paintCaptcha(code, random));
