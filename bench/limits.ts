/**
 * 100,000 limits of orders that run out within one minute (--limits N --within SECONDS for fewer as fast), whole server on PostgreSQL: how
 * many are fired by the end of it, whether each once, and the API's p95 meanwhile over the same server with nothing due.
 */
import { measureLimits } from "@liantai/server/testing/limits-load";
import { startPostgres } from "@liantai/server/testing/list-load";
import { compare, type Measured } from "./lib/result.ts";

const given = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const orders = given("--limits", 100_000);
const seconds = given("--within", 60);

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const {
      idleP95Ms,
      busyP95Ms,
      firedInTime,
      seconds: until,
      ...more
    } = await measureLimits(postgres.url, orders, seconds * 1_000);
    return {
      name: "limits",
      compared: [
        compare(
          { what: "the API's p95 in the minute", reference: "the same with nothing due", unit: "ms" },
          busyP95Ms,
          idleP95Ms,
        ),
        compare(
          { what: "limits fired by the end of the minute", reference: "those due", unit: "limits; more is better" },
          firedInTime,
          orders,
        ),
      ],
      unit: "",
      goal: "all within 60 s, each once, the API's p95 under twice the idle one",
      values: {
        secondsUntilAll: until,
        firedASecond: orders / until,
        notOnce: more.wrong,
        reminders: more.reminders,
        untold: more.untold,
      },
    };
  } finally {
    await postgres.stop();
  }
}
