/** Task commands of the CTI link: who asks is looked at anew for each. */
import { isSeat } from "@liantai/api/contract";
import { previewTask, type TaskCommand } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { CommandReply } from "../../ports/engine.ts";
import type { CallTask, TaskGate } from "../telephony/index.ts";
import { publish } from "../topics.ts";
import { orderTask, type OrderDeps } from "./orders.ts";
import { createSeatTasks, joinedTask } from "./seats.ts";

/** What dialling says of a seat's call for a preview task: about which number it is, and that it did not begin. */
export interface PreviewGate {
  begin(
    trx: Trx,
    caller: Pick<Caller, "compId" | "agentId">,
    taskId: string,
    number: string,
  ): Promise<
    | (Pick<CallTask, "hidden" | "displayed" | "ringS"> & Required<Pick<CallTask, "phoneId" | "attemptId">>)
    | CommandReply
  >;
  withdraw(compId: string, attemptId: string): Promise<void>;
}

export interface GateDeps extends OrderDeps {
  readonly preview: PreviewGate;
  /** The caller of a live session, as he is now. */
  caller(sessionId: string): Promise<Caller | undefined>;
}

const noSession: CommandReply = { code: -402 };
const seatless: CommandReply = { code: -403, msg: "您没有坐席，不能执行此操作" };

/** For a preview task the attempt is committed here, before the call. */
async function ofCall({ ports, preview }: GateDeps, caller: Caller, taskId: string, number: string) {
  const { compId } = caller;
  let refused = false;
  const answer = await ports.database.tenant(compId, async (trx): Promise<CallTask | CommandReply> => {
    const task = await joinedTask(trx, caller, taskId, ports.clock.now());
    if ("code" in task || task.type !== previewTask) return task;
    const begun = await preview.begin(trx, caller, taskId, number);
    refused = "code" in begun;
    return "code" in begun ? begun : { ...task, ...begun };
  });
  // The number may have left the seat's hand.
  if (refused) await publish(ports.broker, "task.changed", { compId, taskId });
  return answer;
}

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
    async ofCall(sessionId, taskId, number) {
      const caller = await deps.caller(sessionId);
      return caller ? ofCall(deps, caller, taskId, number) : noSession;
    },
    notCalled: (compId, attemptId) => deps.preview.withdraw(compId, attemptId),
  };
}
