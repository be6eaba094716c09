import { createAnswering } from "./answering.ts";

/** A page whose frames are drawn when the test says so. */
function page() {
  const frames: (() => void)[] = [];
  const target = new EventTarget();
  const { after, hold, watch, waits } = createAnswering((work) => frames.push(work));
  watch(target);
  const told: string[] = [];
  return {
    told,
    hear: (what: string) => after(() => told.push(what)),
    hold,
    waits,
    press: (type: string) => target.dispatchEvent(new Event(type)),
    frame: async () => {
      for (const work of frames.splice(0)) work();
      await Promise.resolve();
    },
  };
}

test("what is heard while no press waits for its frame is told at once", () => {
  const { hear, told } = page();
  hear("a");
  expect(told).toEqual(["a"]);
});

test.each(["pointerdown", "pointerup", "click", "keydown"])(
  "what is heard between a press (%s) and its frame is told after it, in its order",
  async (type) => {
    const { press, hear, frame, told, waits } = page();
    press(type);
    for (const what of ["a", "b", "c"]) hear(what);
    expect([told, waits()]).toEqual([[], true]);
    await frame();
    expect([told, waits()]).toEqual([["a", "b", "c"], false]);
    hear("d");
    expect(told).toEqual(["a", "b", "c", "d"]);
  },
);

test("a hand that presses without pause keeps nothing back for longer than a frame", async () => {
  const { press, hear, frame, told } = page();
  press("keydown");
  hear("a");
  press("keydown");
  await frame();
  expect(told).toEqual(["a"]);
  press("keydown");
  hear("b");
  await frame();
  expect(told).toEqual(["a", "b"]);
});

test("an answer of two frames keeps back what is heard until the second is out, and no third", async () => {
  const { press, hear, hold, frame, told, waits } = page();
  press("click");
  hear("a");
  hold();
  await frame();
  hear("b");
  hold();
  expect([told, waits()]).toEqual([[], true]);
  await frame();
  expect([told, waits()]).toEqual([["a", "b"], false]);
  hold();
  hear("c");
  await frame();
  await frame();
  press("click");
  hear("d");
  await frame();
  expect(told).toEqual(["a", "b", "c", "d"]);
});
