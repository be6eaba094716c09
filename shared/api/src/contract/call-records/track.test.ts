import { trackActionTypes } from "./track.ts";

test("no two steps of a track have one number", () => {
  const numbers = Object.values(trackActionTypes);
  expect(new Set(numbers).size).toBe(numbers.length);
});
