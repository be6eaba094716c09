/** What signed-in agents are told when somebody changes their seat. */
import type { Ports } from "../../ports/index.ts";
import { publish } from "../topics.ts";

/** Extension, terminal and popups are what the page began with: it takes the new ones when it is opened anew. */
export const notifyReload = (
  { broker, random }: Pick<Ports, "broker" | "random">,
  compId: string,
  agentId: string,
): Promise<void> =>
  publish(broker, "message.send", {
    to: { compId, agentId },
    message: {
      type: "msgNotify",
      id: `seat-${random.id()}`,
      title: "坐席设置已更改",
      text: "管理员更改了您的分机或终端设置，请在空闲时刷新页面后使用。",
      level: "warning",
    },
  });
