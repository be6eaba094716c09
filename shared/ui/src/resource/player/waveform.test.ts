import { outline } from "./waveform.tsx";

test("a channel is drawn about its middle; silence stays a thin line; nothing is nothing", () => {
  expect(outline([0, 0.5, 2], 1)).toBe("M0 49.4L1 26.0L2 2.0L2 98.0L1 74.0L0 50.6Z");
  expect(outline([], 1)).toBe("");
});
