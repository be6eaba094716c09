/** Every bench gives a reference that was measured in the same run, and its ratio first. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compare, lineOf, resultOf } from "./result.ts";
import { scenarios } from "./scenarios.ts";

const switching = { what: "switch", reference: "plain React tabs", unit: "ms" } as const;
const measured = {
  name: "tabs",
  unit: "",
  values: { tabs: 36 },
  goal: "half",
  compared: [compare(switching, [30, 10, 20], [5, 4, 1_000])],
} as const;
const load = { before: 0.51, after: 7 };

describe("what a bench gives back", () => {
  it("carries ratio, reference, both raw figures and the load", () => {
    expect(resultOf(measured, load)).toMatchObject({
      ratio: 4,
      reference: "plain React tabs",
      ours: 20,
      theirs: 5,
      load: { before: 0.51, after: 7 },
    });
  });

  it("is printed with the ratio first", () => {
    expect(lineOf(resultOf(measured, load))).toBe(
      "4 of plain React tabs (switch: 20 to 5 ms). tabs: tabs 36. Goal: half. Load 0.5 to 7.0.",
    );
  });

  it("keeps three digits of ratios that are small", () => {
    expect(resultOf({ ...measured, compared: [compare(switching, 0.0234567, 1)] }, load).ratio).toBe(0.0235);
  });
});

/** Commands of their own: the list's runner, and the floor, whose books are held against each other and not against another product. */
const commands = ["run.ts", "floor.ts"];

it("each file of bench is a scenario of the list, whose type asks for the reference", () => {
  const files = readdirSync(join(__dirname, ".."))
    .filter((file) => file.endsWith(".ts") && !commands.includes(file))
    .map((file) => file.slice(0, -3));
  expect(Object.keys(scenarios).sort()).toEqual(files.sort());
});
