import type { MessageHandler } from "./context.ts";

/** 3: automatic. */
export const taskFinished: MessageHandler<"taskFinished"> = ({ taskId, taskIdentity, ftype }, { bus }) =>
  bus.publish("notification.show", {
    id: `task-${taskId}`,
    title: "外呼任务",
    text: `${ftype === 3 ? "自动" : "预览"}外呼任务[${taskIdentity}]已完成`,
    level: "success",
  });
