/** Dialling tasks of the own seat, over HTTP; a chunk of its own. */
import { requestHost, send, type RequestArgs } from "@liantai/api/client";
import { seatTaskTypes, taskFailure, taskSeatApi, taskTypes } from "@liantai/api/contract/tasks";
import type { Endpoint, ReplyOf } from "@liantai/api/contract";
import type { SeatTask, SeatTasks } from "./ports.ts";

/** The reply, or why there is none; '' where that is told already. */
async function asked<E extends Endpoint>(
  endpoint: E,
  args: Pick<RequestArgs, "query" | "body">,
): Promise<{ readonly got: ReplyOf<E> } | { readonly failure: string }> {
  const host = requestHost();
  const outcome = await send<ReplyOf<E>>(host, { endpoint, ...args });
  if ("data" in outcome) return { got: outcome.data };
  const { action, text } = outcome.error;
  if (action === "none") return { failure: text };
  host.onFailure(outcome.error);
  return { failure: "" };
}

/** Automatic ones first. */
export async function seatTasks(): Promise<SeatTasks> {
  const lists = await Promise.all(
    seatTaskTypes.map(async (ftype) => ({ ftype, had: await asked(taskSeatApi.auto, { query: { ftype } }) })),
  );
  return {
    tasks: lists.flatMap(({ had }) => ("got" in had ? had.got : [])),
    failures: lists.flatMap(({ ftype, had }) =>
      "failure" in had && had.failure ? [`${taskTypes[ftype]}任务查询失败：${had.failure}`] : [],
    ),
  };
}

export async function leaveTask({ id, taskIdentity, agentId, compid }: SeatTask): Promise<string> {
  const had = await asked(taskSeatApi.update, { body: { id, taskIdentity, agentId, compid, participateStatus: 0 } });
  return "got" in had ? "" : `${taskFailure("taskExit")}：${had.failure}`;
}
