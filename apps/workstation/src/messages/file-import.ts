/**
 * An import goes on: one notice that says how far, in place of the one before. It ended (code 1): the screen that waits asks for its
 * result; where none does, a dialog sums it up (realtime.md section 8), but of an IVR task. Any other code: desc is the error.
 */
import type { MessageHandler } from "./context.ts";

/** Numbers of IVR tasks: their screen says it. */
const silent = "4";

export const fileImportExcel: MessageHandler<"fileImportExcel"> = (message, { bus }) => {
  const { code, ftype, taskIdentity, desc = "", succeed, failing, repetition, blackList, count } = message;
  const id = `import-${taskIdentity}`;
  // Of a task its type came, in place of the kind of import.
  const kind = /^\d$/.test(ftype) ? "taskPhone" : ftype;
  if (code === 2) {
    bus.publish("notification.show", { id, title: "正在导入", text: desc, level: "info" });
    return bus.publish("import.progress", { kind, text: desc });
  }
  if (code !== 1) bus.publish("notification.show", { id, title: "导入失败", text: desc, level: "error" });
  const figures = { id: taskIdentity, succeed, failing, repetition, blackList, count };
  bus.publish("import.ended", { kind, ...(code === 1 && ftype !== silent && { figures }) });
};
