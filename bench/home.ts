/**
 * 企业首页 of an enterprise with 100,000 calls today and as many yesterday, on the embedded database, beside one bare count over
 * the same rows.
 */
import { measureHome } from "@liantai/server/testing/home-load";
import { quantile, report, type Result } from "./lib/result.ts";

const callsADay = 100_000;
const rounds = Number(process.env["HOME_ROUNDS"] ?? 10);

export async function run(): Promise<Result> {
  const { figures, trend, behind, count } = await measureHome(callsADay, rounds);
  const over = (times: readonly number[]): number =>
    quantile(
      times.map((ms, i) => ms / count[i]!),
      0.5,
    );
  return report({
    name: "home",
    unit: "(ms, median and p95; ratios are over one bare count of the same calls)",
    goal: "figures and the calls behind them under 200 ms",
    values: {
      figuresP50: quantile(figures, 0.5),
      figuresP95: quantile(figures, 0.95),
      figuresOverCount: over(figures),
      trendP50: quantile(trend, 0.5),
      trendOverCount: over(trend),
      behindP50: quantile(behind, 0.5),
      behindOverCount: over(behind),
      countP50: quantile(count, 0.5),
    },
  });
}
