import type { MessageHandler } from "./context.ts";

/** The state itself comes over the CTI link; these only say who did it (realtime.md section 4, connected seat). */
const published =
  (text: string): MessageHandler<"seatForceReady" | "seatBusy"> =>
  ({ agentId, by }, context) => {
    if (agentId !== context.agentId()) return;
    context.bus.publish("notification.show", {
      id: "seat-forced",
      title: "坐席状态",
      text: by ? `${by}${text}` : `系统${text}`,
      level: "info",
    });
  };

export const seatForceReady = published("已将您置为空闲");
export const seatBusy = published("已将您置为忙碌");
