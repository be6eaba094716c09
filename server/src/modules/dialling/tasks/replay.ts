/** 回放: a past day of a task under other settings, beside what it was. */
import { AppError, dayMs, epochOf, hourMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { replayedDays, type taskReplayApi } from "@liantai/api/contract/admin";
import type { RequestContext } from "../../../http/routes.ts";
import { CallPacker } from "../simulation/index.ts";
import { withTask } from "./deps.ts";
import type { SimulatedDeps } from "./forecast.ts";
import { daysOf, mostAttempts, tellDay, type DayCall } from "./forecast-repository.ts";
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

/** What a day was, a page of its calls at a time. */
class Day {
  readonly #sums = { calls: 0, answered: 0, connected: 0, abandoned: 0, talkMs: 0 };
  #first = Infinity;
  #last = 0;
  /** An agent is there from his first talk of the day to the end of his last, with its wrap-up. */
  readonly #there = new Map<string, { readonly from: number; readonly to: number }>();

  add(calls: readonly DayCall[]): void {
    const sums = this.#sums;
    for (const { answered, abandoned, agentId, talkMs, startedAt, endedAt, connectedAt } of calls) {
      sums.calls += 1;
      this.#first = Math.min(this.#first, startedAt);
      this.#last = Math.max(this.#last, endedAt);
      if (answered) {
        sums.answered += 1;
        sums.talkMs += talkMs;
      }
      if (abandoned) sums.abandoned += 1;
      if (agentId === "" || connectedAt === null) continue;
      sums.connected += 1;
      const { from, to } = this.#there.get(agentId) ?? { from: connectedAt, to: endedAt };
      this.#there.set(agentId, { from: Math.min(from, connectedAt), to: Math.max(to, endedAt) });
    }
  }

  figures(wrapUpS: number): Figures {
    const { talkMs, ...sums } = this.#sums;
    const there = [...this.#there.values()].reduce((sum, { from, to }) => sum + to - from + wrapUpS * 1_000, 0);
    return {
      ...sums,
      abandonedShare: share(sums.abandoned, sums.answered),
      talkS: Math.round(talkMs / 1_000),
      talk: there > 0 ? Math.min(1, talkMs / there) : null,
      hours: (this.#last - this.#first) / hourMs,
      left: 0,
    };
  }
}

export async function replay(
  deps: SimulatedDeps,
  body: BodyOf<Api["replay"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["replay"]>> {
  const midnight = epochOf(`${body.date} 00:00:00`);
  const day = new Day();
  const { ftype, settings, packer, count } = await withTask(deps, context, body, async (trx, task, compId) => {
    const settings = settingsOf(task);
    const packer = new CallPacker(settings.regions);
    const asked = { compId, taskId: task.id, from: midnight, to: midnight + dayMs };
    const count = await tellDay(trx, asked, (calls) => {
      packer.add(calls);
      day.add(calls);
    });
    return { ftype: task.ftype, settings, packer, count };
  });
  if (count === 0) throw new AppError("refused", "该任务当天没有呼叫，请选择其他日期");
  if (count >= mostAttempts) throw new AppError("refused", `当天呼叫超过${mostAttempts}次，不能回放`);
  const { agents, mode, ratio, ceiling, from, to, retries = settings.retries } = body;
  const { talkMs, ms, talk, ...told } = await deps.simulator.replay({
    ...{ ftype, settings: { ...settings, mode, ratio, ceiling, retries }, from: midnight, agents },
    hours: { fromAt: null, untilAt: midnight + dayMs, frame: { from, to }, windows: [], rule: null },
    calls: packer.packed(),
  });
  return {
    numbers: packer.numbers,
    was: day.figures(settings.wrapUpS),
    wouldBe: {
      ...told,
      ...{ abandonedShare: share(told.abandoned, told.answered), talkS: Math.round(talkMs / 1_000), talk },
      hours: ms / hourMs,
    },
  };
}
