import { firstView, stepOfKey, transformOf, viewed, viewerSettings, type Step, type View } from "./view.ts";

const after = (...steps: readonly Step[]): View => steps.reduce(viewed, firstView);
const times = (n: number, step: Step): Step[] => Array.from({ length: n }, () => step);

test("F110 the numbers of the image viewer are the specification's", () => {
  expect(viewerSettings).toEqual({
    ...{ zoomStep: 0.2, wheelStep: 0.015, rotation: 90, minimumScale: 0.2, zIndex: 99_999 },
  });
});

test("F110 a press sizes by 0.2, the wheel by 0.015, without a remainder after many", () => {
  expect(after({ kind: "zoomIn" }).scale).toBe(1.2);
  expect(after(...times(7, { kind: "zoomIn" }), ...times(7, { kind: "zoomOut" })).scale).toBe(1);
  expect(after({ kind: "wheel", down: false }).scale).toBe(1.015);
  expect(after({ kind: "wheel", down: true }).scale).toBe(0.985);
  expect(after(...times(200, { kind: "wheel", down: false })).scale).toBe(4);
});

test("F110 the scale stays above 0.2: a step that would come to it is none", () => {
  expect(after(...times(9, { kind: "zoomOut" })).scale).toBe(0.4);
  expect(after(...times(90, { kind: "wheel", down: true })).scale).toBe(0.205);
});

test("F110 a turn is 90 degrees, four are none", () => {
  expect(after({ kind: "rotateLeft" }).rotation).toBe(270);
  expect(after({ kind: "rotateRight" }).rotation).toBe(90);
  expect(after(...times(4, { kind: "rotateRight" }))).toEqual(firstView);
});

test("a drag goes where the pointer goes in a picture that is turned and large; 还原 takes all back", () => {
  const steps: Step[] = [{ kind: "rotateRight" }, { kind: "zoomIn" }, { kind: "move", x: 5, y: -3 }];
  expect(transformOf(after(...steps, { kind: "move", x: 1, y: 1 }))).toBe(
    "translate(6px, -2px) rotate(90deg) scale(1.2)",
  );
  expect(after(...steps, { kind: "reset" })).toEqual(firstView);
});

test.each([
  ["+", false, "zoomIn"],
  ["=", false, "zoomIn"],
  ["-", false, "zoomOut"],
  ["0", false, "reset"],
  ["r", false, "rotateRight"],
  ["R", false, "rotateRight"],
  ["R", true, "rotateLeft"],
  ["a", false, undefined],
])("the key %s, shift %s: %s", (key, shift, kind) => {
  expect(stepOfKey(key, shift)?.kind).toBe(kind);
});
