/** Task commands of the CTI link: who asks is looked at anew for each. */
import { isSeat } from "@liantai/api/contract";
import type { TaskCommand } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { CommandReply } from "../../ports/engine.ts";
import type { TaskGate } from "../telephony/index.ts";
import { orderTask, type OrderDeps } from "./orders.ts";
import { createSeatTasks } from "./seats.ts";

export interface GateDeps extends OrderDeps {
  /** The caller of a live session, as he is now. */
  caller(sessionId: string): Promise<Caller | undefined>;
}

const noSession: CommandReply = { code: -402 };
const seatless: CommandReply = { code: -403, msg: "您没有坐席，不能执行此操作" };

export function createTaskGate(deps: GateDeps): TaskGate {
  const seats = createSeatTasks(deps.ports);

  async function order(sessionId: string, command: TaskCommand, taskId: string): Promise<CommandReply> {
    if (taskId === "") return { code: -401 };
    const caller = await deps.caller(sessionId);
    if (!caller) return noSession;
    if (command === "taskStart" || command === "taskStop") return orderTask(deps, caller, command, taskId);
    if (!isSeat(caller) || caller.agentId === null) return seatless;
    return command === "taskJoin" ? seats.join(caller, taskId) : seats.exit(caller, taskId);
  }

  return {
    order,
    async ofCall(sessionId, taskId) {
      const caller = await deps.caller(sessionId);
      return caller ? seats.ofCall(caller, taskId) : noSession;
    },
  };
}
