/**
 * Draws an image code. Position, rotation, scale and a jitter of every point are baked into the coordinates and strokes of
 * characters and noise come out in shuffled order, so the source shows neither text nor the order of the characters.
 */
import type { Random } from "../../../ports/clock.ts";
import { glyphs, type Stroke } from "./glyphs.ts";

export const pictureSize = { width: 120, height: 44 } as const;
const unit = 4.6;
const step = 27;

export function drawCaptcha(code: string, random: Random): string {
  const between = (low: number, high: number) => low + (random.int(10_001) / 10_000) * (high - low);
  const paths: string[] = [];
  const colour = () => `hsl(${random.int(360)} ${40 + random.int(30)}% ${28 + random.int(16)}%)`;
  const put = (stroke: Stroke, width: number, opacity: number, ink = colour()) => {
    const d = stroke.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    paths.push(`<path d="${d}" stroke="${ink}" stroke-width="${width.toFixed(1)}" stroke-opacity="${opacity}"/>`);
  };

  [...code].forEach((character, i) => {
    const angle = between(-0.35, 0.35);
    const scale = unit * between(0.88, 1.1);
    const ink = colour();
    const [cx, cy] = [20 + i * step + between(-2, 2), pictureSize.height / 2 + between(-3, 3)];
    for (const stroke of glyphs[character] ?? []) {
      const placed = stroke.map(([gx, gy]) => {
        const [x, y] = [(gx - 2) * scale + between(-0.9, 0.9), (gy - 3) * scale + between(-0.9, 0.9)];
        return [
          cx + x * Math.cos(angle) - y * Math.sin(angle),
          cy + x * Math.sin(angle) + y * Math.cos(angle),
        ] as const;
      });
      put(random.int(2) === 0 ? placed : placed.reverse(), between(2.2, 3), 1, ink);
    }
  });
  for (let line = 0; line < 5; line += 1) {
    const from = between(0, pictureSize.height);
    put(
      Array.from(
        { length: 4 + random.int(4) },
        (_, i, n = 6) => [(i / n) * pictureSize.width + between(-8, 8), from + between(-14, 14)] as const,
      ),
      between(0.8, 1.3),
      0.5,
    );
  }
  for (let dot = 0; dot < 24; dot += 1) {
    const [x, y] = [between(0, pictureSize.width), between(0, pictureSize.height)];
    put(
      [
        [x, y],
        [x + between(-2, 2), y + between(-2, 2)],
      ],
      between(1, 2),
      0.6,
    );
  }
  for (let i = paths.length - 1; i > 0; i -= 1) {
    const j = random.int(i + 1);
    [paths[i], paths[j]] = [paths[j]!, paths[i]!];
  }
  const { width, height } = pictureSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#f4f6fa"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${paths.join("")}</g></svg>`;
}
