/** A reason of pacing as a sentence for the task's screen. */
import type { CapOf, Reason } from "./types.ts";

const caps: Readonly<Record<CapOf, string>> = {
  task: "任务并发",
  enterprise: "企业并发",
  number: "外显号码并发",
  trunk: "中继并发",
  share: "并发占比",
  robots: "机器人线路",
  callsASecond: "每秒呼叫数",
};

/** Two digits after the point, and none that say nothing. */
const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case "noAgents":
      return "没有坐席加入任务，不拨号";
    case "progressive":
      return `渐进式：空闲坐席 ${reason.idle} 人，在途呼叫 ${reason.inFlight} 个`;
    case "ratio":
      return `比例式 ${reason.ratio}：空闲坐席 ${reason.idle} 人，在途呼叫 ${reason.inFlight} 个`;
    case "learning":
      return `真人接听 ${reason.answers} 次，不足 ${reason.needed} 次，先按渐进式拨号`;
    case "budget": {
      const { abandoned, waiting, answers, ceiling } = reason;
      const limit = `${answers} 次接听的 ${percent(ceiling)}`;
      return `呼损 ${abandoned} 个、等待 ${waiting} 个，再有 ${reason.reserve} 个呼损就会超过 ${limit}，改按渐进式拨号`;
    }
    case "risk": {
      const { inFlight, probability, theta } = reason;
      return `在途呼叫 ${inFlight} 个时，再拨一个接通后没有坐席的概率为 ${percent(probability)}，当前阈值 ${percent(theta)}`;
    }
    case "overdraw":
      return `呼损额度还剩 ${reason.left} 个，再拨一个时超出额度的概率为 ${percent(reason.probability)}`;
    case "pace":
      return `每秒最多新拨 ${reason.most} 个，最近一秒已拨 ${reason.used} 个`;
    case "cap":
      return `${caps[reason.of]}上限 ${reason.most}，已用 ${reason.used}`;
  }
}
