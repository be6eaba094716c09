/**
 * 10,000 seats with accounts and extensions from one workbook, through HTTP injection on the embedded database (issue 3). Beside it,
 * in turns, the rows it leaves behind written by plain Kysely in batches.
 */
import { measurePlainSeats } from "@liantai/server/testing/plain-seats";
import { measureSeatImport } from "@liantai/server/testing/seat-import-load";
import { compare, type Measured } from "./lib/result.ts";
import { inTurns } from "./lib/turns.ts";

const rounds = 3;
const rows = 10_000;
/** One row in a hundred is wrong. */
const right = 9_900;

export async function run(): Promise<Measured> {
  const { ours, theirs } = await inTurns(
    rounds,
    () => measureSeatImport(rows),
    () => measurePlainSeats(right),
  );
  const over = (what: string, key: "ms" | "cpuMs") =>
    compare(
      { what, reference: "plain Kysely writing the same rows", unit: "ms" },
      ours.map((one) => one[key]),
      theirs.map((one) => one[key]),
    );
  return {
    name: "seat-import",
    compared: [over("the whole request", "ms"), over("its CPU", "cpuMs")],
    unit: "(ms; rows)",
    goal: "10,000 rows under 5,000 ms",
    values: {
      worstMs: Math.max(...ours.map(({ ms }) => ms)),
      added: ours[0]!.succeeded,
      refused: ours[0]!.failed,
    },
  };
}
