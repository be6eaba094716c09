import type { MessageHandler } from "./context.ts";

/** Heard by the monitors of the seat. */
export const assistanceChanged: MessageHandler<"assistanceChanged"> = ({ agentId, state, text }, { bus }) => {
  bus.publish("assistance.changed", {});
  if (state === "asked")
    bus.publish("notification.show", {
      id: `assistance.${agentId}`,
      title: `${agentId}举手求助`,
      text,
      level: "warning",
      sound: true,
      target: { name: "realtimemonitoring" },
    });
};

/** In the bar of who asked. */
export const assistanceAnswered: MessageHandler<"assistanceAnswered"> = ({ by, way, line }, { bus }) => {
  bus.publish("assistance.changed", {});
  bus.publish("notification.show", {
    id: "assistance.answered",
    title: `${by}应答了您的求助`,
    text: line || `${way}您的通话`,
    level: "info",
    sound: true,
  });
};
