import type { assistanceWays } from "@liantai/api/contract/assistance";
import type { MessageHandler } from "./context.ts";

const done: (typeof assistanceWays)["done"] = "处理";

/** In the bar of who asked. */
export const assistanceAnswered: MessageHandler<"assistanceAnswered"> = ({ by, way, line }, { bus }) => {
  bus.publish("assistance.changed", {});
  bus.publish("notification.show", {
    id: "assistance.answered",
    title: `${by}应答了您的求助`,
    text: line || (way === done ? "已处理您的求助" : `${way}您的通话`),
    level: "info",
    sound: true,
  });
};
