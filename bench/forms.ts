/**
 * The form engine: a change with 60 dependents among 200 fields against @formily/core and survey-core, a check of a record of 200 fields
 * against yup (our own schema of the same form) and ajv, a formula against filtrex. Rounds in turns, each a fresh measure of all.
 */
import { buildExpression, checkRecord, compileForm, yupSchema } from "@liantai/api/forms";
import { compileExpression } from "filtrex";
import {
  ajvCheck,
  type Change,
  definition,
  plainDefinition,
  formilyChange,
  ourChange,
  record,
  surveyChange,
} from "./lib/form-peers.ts";
import { compare, median, type Measured } from "./lib/result.ts";

const rounds = 15;

/** µs a run, of so many. */
function timed(runs: number, run: (at: number) => void): number {
  const from = performance.now();
  for (let at = 0; at < runs; at++) run(at);
  return ((performance.now() - from) * 1_000) / runs;
}

function counting() {
  const place = { name: "", label: "", type: "input", isNumber: true, optionNames: new Map(), columns: [] } as const;
  const ours = buildExpression("if(price > 100, price * count * 0.9, price * count) + 0.1", {
    field: (name) => ({ ...place, at: name === "price" ? 0 : 1 }),
  });
  const theirs = compileExpression("(if price > 100 then price * count * 0.9 else price * count) + 0.1");
  const values = [0, 3];
  const env = { values, context: { now: 0 } };
  return {
    ours: (at: number): void => {
      values[0] = at % 200;
      ours.run(env);
    },
    filtrex: (at: number): void => {
      theirs({ price: at % 200, count: 3 });
    },
  };
}

const changing = (change: Change) => (at: number) => change(at % 2 === 0 ? 4 : 5 + (at % 7));

export async function run(): Promise<Measured> {
  const form = compileForm(plainDefinition);
  const ruled = compileForm(definition);
  const context = { now: 0 };
  const schema = yupSchema(form, context);
  const ajv = ajvCheck();
  if (checkRecord(form, record, context).faults.length > 0 || !ajv(record)) throw new Error("the record is a good one");
  schema.validateSync(record);
  const formula = counting();
  const measures = {
    ourChange: [2_000, changing(ourChange())],
    formily: [20, changing(formilyChange())],
    survey: [20, changing(surveyChange())],
    ourCheck: [1_000, () => checkRecord(form, record, context)],
    ourKept: [1_000, () => checkRecord(form, record, context).values],
    ruledCheck: [1_000, () => checkRecord(ruled, record, context)],
    yup: [30, () => schema.validateSync(record, { abortEarly: false })],
    ajv: [1_000, () => ajv(record)],
    ourFormula: [200_000, formula.ours],
    filtrex: [200_000, formula.filtrex],
  } as const satisfies Readonly<Record<string, readonly [number, (at: number) => unknown]>>;
  const names = Object.keys(measures) as (keyof typeof measures)[];
  const found = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    keyof typeof measures,
    number[]
  >;
  for (let round = -2; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const [runs, one] = measures[name];
      const took = timed(runs, one);
      if (round >= 0) found[name].push(took);
    }
  const over = (what: string, reference: string, ours: keyof typeof measures, theirs: keyof typeof measures) =>
    compare({ what, reference, unit: "µs" }, found[ours], found[theirs]);
  return {
    name: "forms",
    compared: [
      over("change, 60 of 200 depend on it", "@formily/core", "ourChange", "formily"),
      over("the same", "survey-core", "ourChange", "survey"),
      over("check of 200 fields", "yup", "ourCheck", "yup"),
      over("the same", "ajv compiled", "ourCheck", "ajv"),
      over("formula", "filtrex compiled", "ourFormula", "filtrex"),
    ],
    unit: "",
    goal: "a change in 0.1 of formily, 0.05 of survey-core; a check in 0.1 of yup, 3.3 of ajv; a formula in 2 of filtrex",
    values: {
      fields: 200,
      rounds,
      "check with 60 rules and formulas, µs": median(found.ruledCheck),
      "check and what is kept, µs": median(found.ourKept),
    },
  };
}
