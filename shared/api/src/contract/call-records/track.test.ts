import { flowActions } from "../flows/engine/index.ts";
import { trackActionTypes } from "./track.ts";

test("G156 no two steps of a track have one number, those in a flow included", () => {
  const numbers = [...Object.values(trackActionTypes), ...Object.values(flowActions)];
  expect(new Set(numbers).size).toBe(numbers.length);
});
