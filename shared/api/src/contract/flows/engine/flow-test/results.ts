import { leftText } from "../left-text.ts";

/** How the call of a test may stand at its end, as the editor offers it and as a failure says it. */
export const testResults = [
  ["hangup", "流程挂机"],
  ["hungUp", "客户挂机"],
  ["transferred", "已转接"],
  ["flow", "转到其他流程"],
  ["waiting", "还在等待客户"],
  ["failed", "出错"],
] as const;

/** Nobody expects it. */
const endless = ["endless", "一直走不到头"] as const;

/** What a node 结束 gives is called as the enterprise calls it. */
export const testResultText = (result: string): string =>
  [...testResults, endless].find(([value]) => value === result)?.[1] ?? leftText(result);
