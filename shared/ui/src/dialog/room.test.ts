import { roomFor } from "./room.ts";

const view = { width: 1280, height: 720 };
const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test("with nothing open the corner is free", () => {
  expect(roomFor(340, view, [], [])).toEqual({ right: 16, bottom: 16 });
});

test("beside an open drawer, not over it", () => {
  const drawer = { panel: box(800, 130, 1280, 720), footer: box(800, 660, 1280, 720) };
  expect(roomFor(340, view, [drawer], [])).toEqual({ right: 496, bottom: 16 });
});

test("where a drawer leaves no room, above its buttons", () => {
  const drawer = { panel: box(48, 130, 640, 720), footer: box(48, 660, 640, 720) };
  expect(roomFor(340, { width: 640, height: 720 }, [drawer], [])).toEqual({ right: 16, bottom: 68 });
});

test("a dialog in the middle leaves the corner free as long as it is narrow", () => {
  expect(roomFor(340, view, [{ panel: box(400, 140, 880, 600), footer: null }], [])).toEqual({ right: 16, bottom: 16 });
  const wide = { panel: box(150, 140, 1130, 700), footer: box(150, 640, 1130, 700) };
  expect(roomFor(340, view, [wide], [])).toEqual({ right: 16, bottom: 88 });
});

test("the sheet on top counts, and above a list's pages while none is open", () => {
  const drawer = { panel: box(800, 130, 1280, 720), footer: box(800, 660, 1280, 720) };
  const question = { panel: box(440, 140, 840, 300), footer: box(440, 250, 840, 300) };
  expect(roomFor(340, view, [drawer, question], [])).toEqual({ right: 16, bottom: 16 });
  expect(roomFor(340, view, [], [box(220, 680, 1270, 704)])).toEqual({ right: 16, bottom: 48 });
});
