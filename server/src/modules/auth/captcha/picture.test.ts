import { createTestRandom } from "../../../testing/clock.ts";
import { captchaAlphabet, glyphs } from "./glyphs.ts";
import { drawCaptcha, pictureSize } from "./picture.ts";

const clock = { now: () => 0, after: () => ({ cancel: () => undefined }), every: () => ({ cancel: () => undefined }) };

test("every character of the alphabet is drawn, and none that people mix up is in it", () => {
  for (const character of captchaAlphabet) expect(glyphs[character]!.length).toBeGreaterThan(0);
  expect(captchaAlphabet).not.toMatch(/[0OQ1IL2Z5S8BVGa-z]/);
});

test("a picture holds strokes only: no text, no script, nothing that differs by character but coordinates", () => {
  const svg = drawCaptcha("AK37", createTestRandom(clock));
  expect(svg).toMatch(new RegExp(`^<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}"`));
  expect(
    svg.replace(
      /<path d="[ML0-9 .-]+" stroke="hsl\(\d+ \d+% \d+%\)" stroke-width="[\d.]+" stroke-opacity="[\d.]+"\/>/g,
      "",
    ),
  ).not.toContain("path");
  expect(svg).not.toMatch(/<text|<script|transform|AK37/);
});

test("the same code never gives the same picture twice", () => {
  const random = createTestRandom(clock);
  expect(drawCaptcha("AAAA", random)).not.toBe(drawCaptcha("AAAA", random));
});
