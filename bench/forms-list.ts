/**
 * A list of 1,000,000 records of a form with three filters through the whole stack (HTTP, session, permission, validation, data scope,
 * row-level security, presenting, envelope, log) against a bare Fastify that sends the same SQL, on one PostgreSQL, in turns; and whose
 * number it is that calls among as many.
 */
import { measureForms } from "@liantai/server/testing/form-load";
import { startPostgres } from "@liantai/server/testing/list-load";
import { compare, type Measured } from "./lib/result.ts";

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const { list, firstPageP95Ms, popupP95Ms } = await measureForms(postgres.url);
    const words = {
      what: "PostgreSQL",
      reference: "a bare Fastify with the same SQL",
      unit: "lists a second; more is better",
    };
    return {
      name: "forms-list",
      compared: [{ ...compare(words, list.whole, list.bare), ratio: list.ratio }],
      unit: "ms",
      goal: "at least 0.5; the first page within 50 ms, the popup's look-up within 20 ms (p95)",
      values: {
        firstPageP95: firstPageP95Ms,
        popupP95: popupP95Ms,
        wholeP95: list.wholeP95Ms,
        bareP95: list.bareP95Ms,
      },
    };
  } finally {
    await postgres.stop();
  }
}
