/**
 * 企业首页 of an enterprise with 100,000 calls today and as many yesterday, on the embedded database, beside one bare count over
 * the same rows.
 */
import { measureHome } from "@liantai/server/testing/home-load";
import { compare, median, quantile, type Compared, type Measured } from "./lib/result.ts";

const callsADay = 100_000;
const rounds = Number(process.env["HOME_ROUNDS"] ?? 10);

export async function run(): Promise<Measured> {
  const { figures, trend, behind, count } = await measureHome(callsADay, rounds);
  /** The ratio is the median of the rounds' ratios. */
  const over = (what: string, times: readonly number[]): Compared => ({
    ...compare({ what, reference: "one bare count of the same calls", unit: "ms" }, times, count),
    ratio: median(times.map((ms, i) => ms / count[i]!)),
  });
  return {
    name: "home",
    compared: [over("figures", figures), over("curve of the day", trend), over("calls behind a figure", behind)],
    unit: "ms",
    goal: "figures and the calls behind them under 200 ms",
    values: {
      figuresP95: quantile(figures, 0.95),
    },
  };
}
