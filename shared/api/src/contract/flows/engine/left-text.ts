/** How a flow was left, for people. */
const leftTexts: Readonly<Record<string, string>> = {
  answered: "人工接听",
  handOver: "达到意向等级，转人工",
  hangup: "流程挂机",
  hungUp: "客户挂机",
  failed: "流程无法继续",
  loop: "流程循环过多",
  noRobot: "无空闲机器人",
  next: "流程结束",
};

/** What a flow was left by, in words; the result of a node 结束 is called as the enterprise calls it. */
export const leftText = (result: string): string => (Object.hasOwn(leftTexts, result) ? leftTexts[result]! : result);
