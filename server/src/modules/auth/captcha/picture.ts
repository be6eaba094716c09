/**
 * Draws an image code as pixels. What a script would take hold of is taken away: colours are patches of the picture, not of
 * letters, and lines have the same colours and nearly the same width; neighbours touch; every stroke is bent by waves; every
 * pixel is noisy. picture.test.ts holds the attacks.
 */
import type { Random } from "../../../ports/clock.ts";
import { glyphs, type Stroke } from "./glyphs.ts";
import { encodePng } from "./png.ts";

export const pictureSize = { width: 168, height: 60 } as const;
const { width, height } = pictureSize;

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];
type Field = (x: number, y: number) => number;

interface Dice {
  between(low: number, high: number): number;
  pick(count: number): number;
}

/** How much of each pixel strokes cover, 0 to 1. */
class Coverage {
  readonly #of = new Float32Array(width * height);

  at(x: number, y: number): number {
    return this.#of[y * width + x] ?? 0;
  }

  /** A straight piece of a stroke with round ends; `cut` takes away instead. */
  piece([ax, ay]: Point, [bx, by]: Point, halfWidth: number, cut = false): void {
    const reach = halfWidth + 1;
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy || 1;
    const to = {
      x: Math.min(width - 1, Math.ceil(Math.max(ax, bx) + reach)),
      y: Math.min(height - 1, Math.ceil(Math.max(ay, by) + reach)),
    };
    for (let y = Math.max(0, Math.floor(Math.min(ay, by) - reach)); y <= to.y; y += 1)
      for (let x = Math.max(0, Math.floor(Math.min(ax, bx) - reach)); x <= to.x; x += 1) {
        const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
        const distance = Math.hypot(x - ax - along * dx, y - ay - along * dy);
        const cover = Math.max(0, Math.min(1, halfWidth - distance + 0.5));
        const i = y * width + x;
        this.#of[i] = cut ? Math.min(this.#of[i]!, 1 - cover) : Math.max(this.#of[i]!, cover);
      }
  }

  stroke(points: readonly Point[], halfWidth: number, cut = false): void {
    for (let i = 1; i < points.length; i += 1) this.piece(points[i - 1]!, points[i]!, halfWidth, cut);
  }
}

/** Points every two pixels, so that what bends them bends the lines between. */
function subdivide(stroke: readonly Point[]): Point[] {
  return stroke.flatMap((to, i) => {
    const from = stroke[i - 1];
    if (!from) return [to];
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 2));
    return Array.from({ length: steps }, (_, step): Point => {
      const t = (step + 1) / steps;
      return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    });
  });
}

/** Two crossed waves over the whole picture. */
function bender({ between }: Dice): (point: Point) => Point {
  const wave = (): ((at: number) => number) => {
    const [size, length, phase] = [between(1.4, 2.4), between(30, 48), between(0, 7)];
    return (at) => size * Math.sin((at * 2 * Math.PI) / length + phase);
  };
  const [byX, byY] = [wave(), wave()];
  return ([x, y]) => [x + byY(y), y + byX(x)];
}

/** Smooth random values between 0 and 1, with bumps of about `cell` pixels. */
function field({ between }: Dice, cell: number): Field {
  const columns = Math.ceil(width / cell) + 2;
  const values = Array.from({ length: columns * (Math.ceil(height / cell) + 2) }, () => between(0, 1));
  const smooth = (t: number): number => t * t * (3 - 2 * t);
  return (x, y) => {
    const [cx, cy] = [Math.floor(x / cell), Math.floor(y / cell)];
    const [tx, ty] = [smooth(x / cell - cx), smooth(y / cell - cy)];
    const value = (dx: number, dy: number): number => values[(cy + dy) * columns + cx + dx]!;
    const top = value(0, 0) + (value(1, 0) - value(0, 0)) * tx;
    return top + (value(0, 1) + (value(1, 1) - value(0, 1)) * tx - top) * ty;
  };
}

function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const part = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return (
      255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    );
  };
  return [part(0), part(8), part(4)];
}

function placeGlyph(strokes: readonly Stroke[], centre: Point, { between }: Dice): Point[][] {
  const [angle, shear] = [between(-0.4, 0.4), between(-0.3, 0.3)];
  const [sx, sy] = [between(6.4, 8.4), between(6, 7.3)];
  return strokes.map((stroke) =>
    stroke.map(([gx, gy]): Point => {
      const y = (gy - 3) * sy + between(-1, 1);
      const x = (gx - 2) * sx + between(-1.1, 1.1) + y * shear;
      return [
        centre[0] + x * Math.cos(angle) - y * Math.sin(angle),
        centre[1] + x * Math.sin(angle) + y * Math.cos(angle),
      ];
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
  const dice: Dice = {
    between: (low, high) => low + (random.int(1_000_001) / 1_000_000) * (high - low),
    pick: (count) => random.int(count),
  };
  const { between, pick } = dice;
  const bend = bender(dice);
  const ink = new Coverage();
  // Letters stand close, and no two pictures have them in the same places.
  let x = between(19, 24);
  [...code].forEach((character, i) => {
    x += i === 0 ? 0 : between(28, 42);
    const centre: Point = [x, height / 2 + between(-5, 5)];
    for (const stroke of placeGlyph(glyphs[character] ?? [], centre, dice))
      ink.stroke(subdivide(stroke).map(bend), between(1.9, 2.8));
  });
  // Cuts first: a letter is not one piece. Then lines, which tie it to its neighbours.
  for (let i = 0; i < 2; i += 1) ink.stroke(crossing(dice).map(bend), 0.8, true);
  for (let i = 0; i < 2; i += 1) ink.stroke(crossing(dice).map(bend), between(1.05, 1.35));
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
        pixels[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, value + between(-26, 26)));
      }
    }
  return pixels;
}

export const drawCaptcha = (code: string, random: Random): Buffer =>
  encodePng(width, height, paintCaptcha(code, random));
