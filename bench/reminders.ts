/**
 * From the moment a reservation is due until its page may show it: the whole server on PostgreSQL tells the page over its socket, and the
 * page has asked whether it is the one to show it. Beside it, at the same moments, a plain timer, socket and HTTP server. What the browser
 * takes to draw a notification is not in it.
 */
import { startPostgres } from "@liantai/server/testing/list-load";
import { measureReminders } from "@liantai/server/testing/reminder-load";
import { compare, median, quantile, type Measured } from "./lib/result.ts";

const count = 200;
const perSecond = 10;

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const { ours, plain } = await measureReminders(postgres.url, count, perSecond);
    const reference = "a plain timer, socket and HTTP server";
    return {
      name: "reminders",
      compared: [
        compare({ what: "due to shown, p95", reference, unit: "ms" }, quantile(ours, 0.95), quantile(plain, 0.95)),
        compare({ what: "median", reference, unit: "ms" }, median(ours), median(plain)),
      ],
      unit: "ms",
      goal: "p95 under 1,000 ms",
      values: { worst: Math.max(...ours), count },
    };
  } finally {
    await postgres.stop();
  }
}
