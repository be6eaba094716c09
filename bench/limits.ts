/**
 * 100,000 limits of orders that run out within one minute (--limits N for fewer), whole server on PostgreSQL: how many are fired by the end
 * of the minute, whether each once, and the API's p95 meanwhile over the same server with nothing due.
 */
import { measureLimits } from "@liantai/server/testing/limits-load";
import { startPostgres } from "@liantai/server/testing/list-load";
import { compare, type Measured } from "./lib/result.ts";

const at = process.argv.indexOf("--limits");
const orders = at < 0 ? 100_000 : Number(process.argv[at + 1]);

export async function run(): Promise<Measured> {
  const postgres = await startPostgres();
  if (!postgres) throw new Error("this measurement needs PostgreSQL");
  try {
    const { idleP95Ms, busyP95Ms, firedInTime, seconds, wrong } = await measureLimits(postgres.url, orders);
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
      values: { secondsUntilAll: seconds, firedASecond: orders / seconds, notOnce: wrong },
    };
  } finally {
    await postgres.stop();
  }
}
