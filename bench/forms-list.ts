/**
 * A list of 1,000,000 records of a form with three filters through the whole stack (HTTP, session, permission, validation, data scope,
 * row-level security, presenting, envelope, log) against a bare Fastify that sends the same SQL, on one PostgreSQL, in turns; whose number
 * it is that calls among as many, and a customer saved through the form engine, against the same. DIRECTUS=folder: the lists against
 * the directus that is installed there, too.
 */
import { measureForms } from "@liantai/server/testing/form-load";
import { startPostgres, type ListFigures } from "@liantai/server/testing/list-load";
import { compare, type Compared, type Measured } from "./lib/result.ts";

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const folder = process.env["DIRECTUS"];
    if (!folder) console.log("forms-list: directus was left out; DIRECTUS names the folder where it is installed");
    const figures = await measureForms({ url: postgres.url, directus: folder });
    const reference = "a bare Fastify with the same SQL";
    const over = (what: string, unit: string, { whole, bare, ratio }: ListFigures, beside = reference): Compared => ({
      ...compare({ what, reference: beside, unit: `${unit} a second; more is better` }, whole, bare),
      ratio,
    });
    const { directus } = figures;
    const named = directus && `directus ${directus.version}`;
    return {
      name: "forms-list",
      compared: [
        over("one question again and again", "lists", figures.list),
        over("another question each time", "lists", figures.fresh),
        over("whose number calls, by the call", "look-ups", figures.popup),
        over("a customer saved", "saves", figures.saved),
        ...(directus
          ? [
              over("one question again and again", "lists", directus.list, named),
              over("another question each time", "lists", directus.fresh, named),
            ]
          : []),
      ],
      unit: "ms",
      goal: "lists at least 0.5, 3 of directus; the first page within 50 ms, the popup's look-up within 20 ms (p95)",
      values: {
        firstPageP95: figures.firstPageP95Ms,
        anotherFirstPageP95: figures.freshPageP95Ms,
        bareAnotherFirstPageP95: figures.bareFreshPageP95Ms,
        ...(directus && { directusAnotherFirstPageP95: directus.freshPageP95Ms }),
        popupP95: figures.popupP95Ms,
        popupP95OfFourAtOnce: figures.busyPopupP95Ms,
        popupByNumberP95OfFourAtOnce: figures.byPhoneP95Ms,
        timelineP95: figures.timelineP95Ms,
        wholeP95: figures.list.wholeP95Ms,
        bareP95: figures.list.bareP95Ms,
        saveP95OfFourAtOnce: figures.saved.wholeP95Ms,
        bareSaveP95OfFourAtOnce: figures.saved.bareP95Ms,
      },
    };
  } finally {
    await postgres.stop();
  }
}
