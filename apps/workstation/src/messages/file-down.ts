/** An export goes on: its list, where it is open, draws it. It ended: the user is told as well, and the list looks again. */
import type { MessageHandler } from "./context.ts";

export const fileDown: MessageHandler<"fileDown"> = ({ id, state, progress, rows, screen, msg }, { bus }) => {
  if (state === "running") return bus.publish("export.progress", { id, progress, rows });
  bus.publish("export.ended", { id, state });
  bus.publish("notification.show", {
    id: `export-${id}`,
    title: state === "done" ? "导出完成" : "导出失败",
    text: msg,
    level: state === "done" ? "success" : "error",
    target: { name: screen },
  });
};
