import { palettes, statePalettes, surfaces } from "./colors.ts";

const channel = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((i) => channel(parseInt(hex.slice(i, i + 2), 16) / 255));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const ratio = (a: string, b: string) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
};

const modes = ["light", "dark"] as const;
const pairs = modes.flatMap((mode, i) => [
  ...Object.entries(palettes).flatMap(([name, p]) => [
    [`${mode}: text on solid ${name}`, p.contrast[i], p.solid[i], 4.5],
    [`${mode}: ${name} text on subtle`, p.fg[i], p.subtle[i], 4.5],
    [`${mode}: ${name} text on muted`, p.fg[i], p.muted[i], 4.5],
    [`${mode}: ${name} text on paper`, p.fg[i], surfaces.bg.DEFAULT[i], 4.5],
    [`${mode}: ${name} focus ring on paper`, p.focusRing[i], surfaces.bg.DEFAULT[i], 3],
  ]),
  ...(["DEFAULT", "muted", "subtle", "error", "warning", "success", "info"] as const).flatMap((fg) =>
    (["DEFAULT", "canvas", "subtle", "panel", "muted"] as const).map((bg) => [
      `${mode}: ${fg} text on ${bg}`,
      surfaces.fg[fg][i],
      surfaces.bg[bg][i],
      4.5,
    ]),
  ),
]) as [string, string, string, number][];

test.each(pairs)("%s meets AA", (_name, text, ground, least) => {
  expect(ratio(text, ground)).toBeGreaterThanOrEqual(least);
});

test("hold is amber as on the bar, and no state has the red of what is dangerous", () => {
  expect(statePalettes.held).toBe("orange");
  expect(Object.values(statePalettes)).not.toContain("red");
});
