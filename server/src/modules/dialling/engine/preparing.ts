/** Before a claimed number is dialled: the checks in their order, its displayed number, and where it is reached. */
import { dayOf, minuteMs } from "@liantai/api/contract";
import type { TaskLine } from "../../telephony/index.ts";
import {
  attemptsAgainAt,
  hoursFor,
  nextOpening,
  numbersFull,
  runCheck,
  trunksFull,
  type CheckStep,
  type DialQuestion,
} from "../checks/index.ts";
import { assigned, heldBy, hoursOfHalf, settingsWith, type Assigned } from "../experiments/arms.ts";
import type { CapOf } from "../pacing/index.ts";
import { chooseShown } from "./displayed.ts";
import type { ClaimedPhone } from "./claims-repository.ts";
import { messageFirst, toldAhead } from "./messages-first.ts";
import { recipeFor, type Message, type Met } from "./recipes.ts";
import type { Aside, DiallerStore, Prepared } from "./store.ts";
import { waitsForAgents, type TaskOf } from "./targets.ts";
import type { TaskRun } from "./task-run.ts";

/** What a limit of the enterprise, or a missing route, does not let be called now is asked about again after this. */
const laterMs = 10 * minuteMs;

const capWords: Readonly<Record<CapOf, string>> = {
  task: "任务并发",
  enterprise: "企业并发",
  number: "外显号码并发",
  trunk: "中继并发",
  share: "并发占比",
  robots: "机器人线路",
  callsASecond: "每秒呼叫",
};

export interface PrepareDeps {
  readonly line: TaskLine;
  readonly store: Pick<DiallerStore, "id">;
  readonly cityOf: (number: string) => string;
}

type Claimed = Awaited<ReturnType<DiallerStore["claim"]>>;
type LineOf = Extract<Awaited<ReturnType<ReturnType<TaskLine["asking"]>>>, { ok: true }>["line"];

interface Ready {
  readonly attempt: Prepared;
  readonly line: LineOf;
}

export interface Turn {
  readonly ready: readonly Ready[];
  readonly asides: readonly Aside[];
  /** As they were. */
  readonly back: readonly ClaimedPhone[];
  readonly waits: string;
  /** What recipes want of the others. */
  readonly followed: readonly (Met | Message)[];
}

/** Who is there for it, as pacing has it. */
function agentText({ task, looked: { agents } }: TaskRun): string {
  if (!waitsForAgents(task)) return "接通后由流程或机器人接听，无需坐席";
  return `已加入坐席 ${agents.length}，空闲 ${agents.filter(({ state }) => state === "idle").length}`;
}

function question(run: TaskRun, phone: ClaimedPhone, claimed: Claimed, now: number): DialQuestion {
  const { row, hours, experiment } = run.facts;
  const { settings } = row;
  return {
    now,
    task: {
      state: row.state,
      kind: settings.kind,
      perDay: settings.perDay,
      inAll: settings.inAll,
      frequencyDays: settings.frequencyDays,
      frequencyCalls: settings.frequencyCalls,
      mode: row.ftype === 3 ? settings.mode : undefined,
    },
    hours: hoursOfHalf(hoursFor(hours, settings.regions, phone.place), experiment, phone.phone),
    number: {
      phone: phone.phone,
      state: "claimed",
      reason: "",
      attempts: phone.attempts,
      attemptsToday: phone.attemptsToday,
      nextAt: phone.nextAt?.getTime() ?? null,
      consentSource: phone.consentSource,
      consentAt: phone.consentAt?.getTime() ?? null,
    },
    history: claimed.history.get(phone.phone) ?? { calls: 0, roomAt: null, abandonedAt: null, complainedAt: null },
    screening: { blacks: [], limits: [], callsToday: 0, lastCallAt: null },
    arrears: false,
    capacities: run.caps.map(({ of, most, used }) => ({ what: capWords[of], most, used })),
    linesFull: "",
    agent: { ready: true, detail: agentText(run) },
    displayed: claimed.shown,
  };
}

/** Of the turn, by which so many numbers were claimed. */
const ofTurn = ["balance", "capacity", "agent"] as const;

/** All that was asked of a number that is dialled, in the order of the checks. */
const passedAll = (asked: DialQuestion, ofItsRow: readonly CheckStep[], shown: string): readonly CheckStep[] => [
  ...ofItsRow,
  runCheck("recipe", asked),
  { check: "blacklist", passed: true, detail: "号码不在黑名单中" },
  { check: "limits", passed: true, detail: "未超出呼叫限制" },
  ...ofTurn.map((check) => runCheck(check, asked)),
  { check: "displayed", passed: true, detail: `外显 ${shown}` },
];

/** Asked of the row alone, before anybody is asked about the number. */
const ofRow = ["task", "hours", "attempts", "consent"] as const;

/** undefined: it may be dialled as far as its row goes. */
function refusedByRow(asked: DialQuestion, steps: CheckStep[]): CheckStep | undefined {
  for (const check of ofRow) {
    const step = runCheck(check, asked);
    if (!step.passed) return step;
    steps.push(step);
  }
  return undefined;
}

/** When a number that its row does not let be dialled is asked about again; null: it is through. */
function againAt(check: CheckStep["check"], asking: DialQuestion, now: number): number | null {
  const { hours } = asking;
  // The window of a half that is past for good holds as long as its experiment does.
  const opening = (at: number, past: number) => nextOpening(hours, at) ?? (hours.half ? past : null);
  if (check === "hours") return opening(now, dayOf(now).to.getTime());
  const at = check === "attempts" ? attemptsAgainAt(asking) : null;
  return at === null ? null : opening(at, at);
}

function aside(phone: ClaimedPhone, now: number, of: Pick<Aside, "step" | "checks">, later: boolean): Aside {
  return later
    ? { phone, state: "retry", ...of, nextAt: now + laterMs }
    : { phone, state: "skipped", ...of, nextAt: null };
}

/** Its half of the task's experiment; undefined: there is none. */
const halfFor = ({ facts: { experiment } }: TaskRun, phone: ClaimedPhone): Assigned | undefined =>
  experiment && assigned(experiment, phone.phone, phone.attempts);

/** The task as it is for this number: of its half of an experiment. */
export function ofHalf(run: TaskRun, phone: ClaimedPhone): TaskOf {
  const half = halfFor(run, phone);
  const { experiment } = run.facts;
  if (!half || !experiment) return run.task;
  const { kind } = experiment;
  const { templateId, tts } = half.variant;
  return {
    ...run.task,
    settings: settingsWith(run.task.settings, kind, half.variant),
    // A half's flow is as it is published.
    ...(kind === "flow" ? { flowVersionId: undefined } : {}),
    ...(kind === "template" && templateId ? { templateId } : {}),
    ...(kind === "voice" && tts ? { tts } : {}),
  };
}

/** []: all of the task. */
const numbersOf = (shown: Claimed["shown"], named: readonly string[]): Claimed["shown"] =>
  named.length === 0 ? shown : shown.filter(({ number }) => named.includes(number));

/** Whether the trunks have room for one more of this turn. Those that lead to several numbers are asked once a turn. */
function trunkRoom(line: TaskLine): (trunks: readonly string[]) => Promise<boolean> {
  const left = new Map<string, number>();
  return async (trunks) => {
    if (trunks.length === 0) return true;
    const key = trunks.toSorted().join();
    const room = left.get(key) ?? (await line.room(trunks));
    left.set(key, room - 1);
    return room > 0;
  };
}

export async function prepare(deps: PrepareDeps, run: TaskRun, claimed: Claimed): Promise<Turn> {
  const { line, store, cityOf } = deps;
  const ready: Ready[] = [];
  const asides: Aside[] = [];
  const back: ClaimedPhone[] = [];
  const followed: (Met | Message)[] = [];
  const kept = new Set<string>();
  let waits = "";
  let { room } = claimed;
  const { displayMode } = run.facts.row.settings;
  const waitsFor = heldBy(run.facts.experiment);
  const taken = new Map<string, number>();
  const [hasRoom, ask] = [trunkRoom(line), line.asking()];
  for (const phone of claimed.phones) {
    const now = line.clock.now();
    const checks: CheckStep[] = [];
    const asking = question(run, phone, claimed, now);
    const refused = refusedByRow(asking, checks);
    // The task was paused or stopped since they were claimed: of the number that says nothing.
    if (refused?.check === "task") {
      back.push(phone);
      continue;
    }
    if (refused) {
      const nextAt = againAt(refused.check, asking, now);
      asides.push(
        nextAt === null
          ? aside(phone, now, { step: refused, checks }, false)
          : {
              phone,
              state: "retry",
              step: refused,
              checks,
              nextAt,
              putOffBy: refused.check === "hours" ? waitsFor : "",
            },
      );
      continue;
    }
    const met = recipeFor(run.facts.row, phone, kept);
    if (met && met.deed.action !== "sms") {
      followed.push(met);
      continue;
    }
    const half = halfFor(run, phone);
    const shown = chooseShown({
      mode: displayMode,
      numbers: numbersOf(claimed.shown, half?.variant.numbers ?? []),
      live: (number) => line.on(number) + (taken.get(number) ?? 0),
      turn: run.turn,
      cityOf,
      callee: phone.phone,
      last: claimed.last.get(phone.phone),
    });
    if (shown === undefined) {
      back.push(phone);
      waits = claimed.shown.length === 0 ? "没有外显号码：任务的外显号码都不可用" : numbersFull;
      continue;
    }
    const asked = await ask(phone.phone, shown);
    if (!asked.ok) {
      const { cause, reason } = asked;
      const check = cause === "blacklisted" ? "blacklist" : cause === "barred" ? "limits" : "displayed";
      const detail = reason || "号码无法接通";
      asides.push(aside(phone, now, { step: { check, detail }, checks }, asked.later));
      continue;
    }
    const later = met?.deed.asks ? now + laterMs : undefined;
    const first = met ? messageFirst(met, asking, checks, { room, later }) : "call";
    if (first === "full") {
      back.push(phone);
      waits = toldAhead;
      continue;
    }
    if (first !== "call") {
      if ("aside" in first) asides.push(first.aside);
      else {
        followed.push(first.message);
        room -= 1;
      }
      continue;
    }
    if (!(await hasRoom(asked.line.trunks))) {
      back.push(phone);
      waits = trunksFull;
      continue;
    }
    run.turn += 1;
    taken.set(shown, (taken.get(shown) ?? 0) + 1);
    ready.push({
      attempt: {
        ...{ id: store.id(), callId: store.id(), phone, displayed: asked.displayed },
        checks: passedAll(asking, checks, asked.displayed),
        variant: half?.tested ? half.arm : "",
      },
      line: asked.line,
    });
  }
  return { ready, asides, back, waits, followed };
}
