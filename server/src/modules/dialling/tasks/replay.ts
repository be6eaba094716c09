/** 回放: a past day of a task under other settings, beside what it was. */
import { AppError, dayMs, epochOf, hourMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { replayedDays, type taskReplayApi } from "@liantai/api/contract/admin";
import type { RequestContext } from "../../../http/routes.ts";
import { packed } from "../simulation/index.ts";
import { withTask } from "./deps.ts";
import type { SimulatedDeps } from "./forecast.ts";
import { callsOfDay, daysOf, mostAttempts, type DayCall } from "./forecast-repository.ts";
import { settingsOf } from "./present.ts";

type Api = typeof taskReplayApi;
type Figures = ReplyOf<Api["replay"]>["was"];

/** HH:mm of the minute after. */
function minuteAfter(clock: string): string {
  const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) + 1;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

export const days = (
  deps: SimulatedDeps,
  body: BodyOf<Api["days"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["days"]>> =>
  withTask(deps, context, body, async (trx, task, compId) =>
    (await daysOf(trx, compId, task.id, replayedDays)).map(({ date, calls, agents, first, last }) => ({
      ...{ date, calls: Number(calls), agents: Number(agents) },
      ...{ from: first, to: minuteAfter(last) },
    })),
  );

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** An agent is there from his first talk of the day to the end of his last, with its wrap-up. */
function presenceMs(calls: readonly DayCall[], wrapUpS: number): number {
  const there = new Map<string, { from: number; to: number }>();
  for (const { agentId, connectedAt, endedAt } of calls) {
    if (agentId === "" || connectedAt === null) continue;
    const span = there.get(agentId) ?? { from: connectedAt, to: endedAt };
    there.set(agentId, { from: Math.min(span.from, connectedAt), to: Math.max(span.to, endedAt) });
  }
  return [...there.values()].reduce((sum, { from, to }) => sum + to - from + wrapUpS * 1_000, 0);
}

function figuresOf(calls: readonly DayCall[], wrapUpS: number): Figures {
  const answered = calls.filter((call) => call.answered).length;
  const abandoned = calls.filter((call) => call.abandoned).length;
  const talkMs = calls.reduce((sum, call) => sum + (call.answered ? call.talkMs : 0), 0);
  const presence = presenceMs(calls, wrapUpS);
  const last = calls.reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0);
  return {
    ...{ calls: calls.length, answered, abandoned, abandonedShare: share(abandoned, answered), left: 0 },
    connected: calls.filter(({ agentId, connectedAt }) => agentId !== "" && connectedAt !== null).length,
    talkS: Math.round(talkMs / 1_000),
    talk: presence > 0 ? Math.min(1, talkMs / presence) : null,
    hours: (last - calls[0]!.startedAt) / hourMs,
  };
}

export async function replay(
  deps: SimulatedDeps,
  body: BodyOf<Api["replay"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["replay"]>> {
  const midnight = epochOf(`${body.date} 00:00:00`);
  const { task, calls, settings } = await withTask(deps, context, body, async (trx, task, compId) => {
    const day = { compId, taskId: task.id, from: midnight, to: midnight + dayMs };
    return { task, calls: await callsOfDay(trx, day), settings: settingsOf(task) };
  });
  if (calls.length === 0) throw new AppError("refused", "该任务当天没有呼叫，请选择其他日期");
  if (calls.length >= mostAttempts) throw new AppError("refused", `当天呼叫超过${mostAttempts}次，不能回放`);
  const { agents, mode, ratio, ceiling, from, to, retries = settings.retries } = body;
  const { talkMs, ms, talk, ...told } = await deps.simulator.replay({
    ftype: task.ftype,
    settings: { ...settings, mode, ratio, ceiling, retries },
    hours: { fromAt: null, untilAt: midnight + dayMs, frame: { from, to }, windows: [], rule: null },
    ...{ from: midnight, agents, calls: packed(calls) },
  });
  return {
    numbers: new Set(calls.map(({ number }) => number)).size,
    was: figuresOf(calls, settings.wrapUpS),
    wouldBe: {
      ...told,
      ...{ abandonedShare: share(told.abandoned, told.answered), talkS: Math.round(talkMs / 1_000), talk },
      hours: ms / hourMs,
    },
  };
}
