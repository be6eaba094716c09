/** An export goes on: its list, where it is open, draws it. It ended: the user is told as well, and the list looks again. */
import type { MessageHandler } from "./context.ts";

export const fileDown: MessageHandler<"fileDown"> = ({ id, code, state, progress, rows, screen, desc }, { bus }) => {
  if (state === "running") return bus.publish("export.progress", { id, progress, rows });
  bus.publish("export.ended", { id, state });
  bus.publish("notification.show", {
    id: `export-${id}`,
    title: code === 1 ? "导出完成" : "导出失败",
    text: desc,
    level: code === 1 ? "success" : "error",
    target: { name: screen },
  });
};
