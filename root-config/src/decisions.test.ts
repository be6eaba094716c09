/** docs/decisions: each has a number of its own, so that "decision 028" is one text. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

test("decisions are numbered once each, without a gap", () => {
  const numbers = readdirSync(join(__dirname, "../../docs/decisions"))
    .map((name) => Number(name.slice(0, 3)))
    .toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
