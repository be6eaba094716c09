/** What the dialler reads and commits, each in one transaction under its lease. */
import { minuteMs } from "@liantai/api/contract";
import { previewTask } from "@liantai/api/contract/admin";
import { stallMs, type HeldLease } from "../../../ports/lease.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Trx } from "../../../ports/database.ts";
import { mustHold } from "../../lease/index.ts";
import type { Paced } from "../../paced.ts";
import { taskFacts } from "../attempts/facts-repository.ts";
import { publish } from "../../topics.ts";
import { closeAttempt, type Closed, type CloseInput } from "../attempts/closing-repository.ts";
import type { CheckStep } from "../checks/index.ts";
import { runningExperiment } from "../experiments/repository.ts";
import { dialledEntry, endedEntry, told } from "../ledger/entries.ts";
import { appendLedger, type LedgerEntry } from "../ledger/repository.ts";
import {
  claimPhones,
  giveBack,
  leftClaims,
  nextDue,
  numberState,
  releasePutOff,
  seatsHave,
  setAside,
  tasksWithLive,
  type ClaimedPhone,
} from "./claims-repository.ts";
import { lockPositions } from "../phones/task-repository.ts";
import { awaitsNumbers } from "../recipes/repository.ts";
import { followRecipe, type Message, type Met } from "./recipes.ts";
import { endPromisesOfTasks, tellPromises, type EndedPromises } from "../promises.ts";
import { tellOver } from "../receipts/receipts.ts";
import { readProgress } from "../progress-repository.ts";
import {
  endRun,
  enterpriseName,
  flowVersion,
  keepPacing,
  lastShown,
  openAttempts,
  openOf,
  readRun,
  readRuns,
  robotFlow,
  setTakes,
  setWaits,
  shownNumbers,
  type NewAttempt,
  type RunRow,
} from "./repository.ts";
import type { Flight } from "./flight.ts";
import { roomForMessages } from "./messages-first-repository.ts";
import { historyOf } from "./history-repository.ts";
import { serviceLevel } from "./service-level-repository.ts";
import type { RunFacts } from "./task-run.ts";

/** A claim that came to nothing within this is given back. */
const claimMs = minuteMs;

export interface Aside {
  readonly phone: ClaimedPhone;
  readonly state: "skipped" | "retry";
  readonly step: Pick<CheckStep, "check" | "detail">;
  /** What it passed before. */
  readonly checks: readonly CheckStep[];
  readonly nextAt: number | null;
  /** The experiment whose half's hours it waits for. */
  readonly putOffBy?: string;
}

export interface Prepared extends NewAttempt {
  readonly checks: readonly CheckStep[];
}

export type DiallerStore = ReturnType<typeof createDiallerStore>;

type StoreDeps = Pick<Ports, "database" | "broker" | "clock" | "random" | "dialHours">;
type Held = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

interface Under {
  readonly held: Held;
  /** Counters of the task are others now. */
  readonly counted: (taskId: string) => void;
  /** What changes counters of the task, or what its numbers do: whoever watches it is told when it is committed. */
  readonly counting: <T>(taskId: string, work: (trx: Trx) => Promise<T>, changed?: (did: T) => boolean) => Promise<T>;
}

/** What is read of tasks, numbers and attempts. */
function reading({ database, random, clock, dialHours }: StoreDeps, compId: string) {
  async function factsOf(trx: Trx, row: RunRow): Promise<RunFacts | undefined> {
    const facts = await taskFacts(trx, compId, row.id, dialHours);
    if (!facts) return undefined;
    return {
      ...{ row, hours: facts.hours, robotFlowId: await robotFlow(trx, compId, row.settings.robotId) },
      flowVersionId: row.ftype === 4 ? await flowVersion(trx, compId, row.settings) : undefined,
      experiment: await runningExperiment(trx, compId, row.id),
    };
  }

  return {
    id: () => random.id(),

    runs: () =>
      database.tenant(compId, async (trx) => {
        const found: RunFacts[] = [];
        for (const row of await readRuns(trx, compId)) {
          const facts = await factsOf(trx, row);
          if (facts) found.push(facts);
        }
        return found;
      }),

    run: (taskId: string) =>
      database.tenant(compId, async (trx) => {
        const row = await readRun(trx, compId, taskId);
        return row && factsOf(trx, row);
      }),

    enterprise: () => database.tenant(compId, (trx) => enterpriseName(trx, compId)),

    open: () => database.tenant(compId, (trx) => openOf(trx, compId)),
    live: () => database.tenant(compId, (trx) => tasksWithLive(trx, compId)),

    awaits: (taskId: string) => database.tenant(compId, (trx) => awaitsNumbers(trx, compId, taskId)),
    /** Of calls that come in, of the last half hour. */
    level: (taskId: string) =>
      database.tenant(compId, (trx) => {
        const now = clock.now();
        return serviceLevel(trx, compId, taskId, new Date(now - 30 * minuteMs), new Date(now));
      }),

    due: (taskId: string) => database.tenant(compId, (trx) => nextDue(trx, compId, taskId)),
    seatsHave: (taskId: string) => database.tenant(compId, (trx) => seatsHave(trx, compId, taskId)),
    total: (taskId: string) =>
      database.tenant(compId, async (trx) => (await readProgress(trx, compId, [taskId]))[0]?.total ?? 0),
  };
}

/** Numbers are claimed, and those that are not dialled put aside, under the lease. */
function claiming({ clock, random }: StoreDeps, compId: string, { counting }: Under) {
  return {
    /** Numbers to dial, with what the checks ask of them, and the numbers that may be shown. */
    claim: ({ id, settings }: RunRow, most: number) =>
      counting(
        id,
        async (trx) => {
          const now = clock.now();
          const phones = await claimPhones(trx, compId, id, {
            ...{ most, order: settings.order, now, until: now + claimMs },
            recipes: (settings.recipesBefore?.length ?? 0) > 0,
          });
          const numbers = phones.map(({ phone }) => phone);
          const history = await historyOf(trx, compId, numbers, { ...settings, now });
          const last =
            settings.displayMode === "last" ? await lastShown(trx, compId, numbers) : new Map<string, string>();
          const room = phones.length > 0 ? await roomForMessages(trx, compId, id, settings, now) : 0;
          const shown = phones.length > 0 ? await shownNumbers(trx, compId, settings.accessNumbers, now) : [];
          return { phones, history, last, shown, room };
        },
        ({ phones }) => phones.length > 0,
      ),

    /** What was claimed and is not dialled: with its entry in the ledger where a check said no. */
    aside: (taskId: string, asides: readonly Aside[], back: readonly string[]) =>
      counting(taskId, async (trx) => {
        for (const { phone, state, step, nextAt, putOffBy = "" } of asides)
          await setAside(trx, compId, taskId, phone.id, {
            ...{ state, nextAt, putOffBy },
            // A time to come says by itself that its hours, or a limit, are not over yet.
            reason: state === "skipped" || step.check === "attempts" ? step.detail : "",
          });
        await giveBack(trx, compId, taskId, back);
        const now = clock.now();
        const skipped = asides.filter(({ state }) => state === "skipped");
        await tellOver(
          trx,
          compId,
          skipped.map(({ phone }) => phone.id),
          now,
        );
        const entries = asides.map(({ phone, state, step, checks, nextAt }): LedgerEntry => ({
          kind: "skipped",
          taskId,
          phoneId: phone.id,
          body: { check: step.check, detail: step.detail, checks: told(checks), state, nextAt },
        }));
        await appendLedger(trx, compId, new Date(now), entries);
      }),

    /** Those that wait for an experiment that is over; true: there may be more. */
    release: (taskId: string, until: Parameters<typeof releasePutOff>[3]) =>
      counting(taskId, (trx) => releasePutOff(trx, compId, taskId, until)),

    /** What recipes want before a call. */
    recipes: (taskId: string, followed: readonly (Met | Message)[]) =>
      counting(taskId, async (trx) => {
        for (const one of followed) await followRecipe(trx, { compId, taskId, id: random.id(), now: clock.now() }, one);
      }),

    /** What was claimed and neither dialled nor given back. all: the lease was just taken over, so that every claim is a dead process's. */
    left: (taskId: string, { all }: { readonly all: boolean }) =>
      counting(taskId, async (trx) => {
        const ids = await leftClaims(trx, compId, taskId, all ? undefined : clock.now());
        await giveBack(trx, compId, taskId, ids);
      }),
  };
}

/** Attempts and what the task is, under the lease. */
function committing({ broker, clock, dialHours }: StoreDeps, compId: string, { held, counting, counted }: Under) {
  return {
    /** Those that may be dialled now that their attempts and entries are committed. */
    commit: (run: RunRow, attempts: readonly Prepared[], rules: string) =>
      counting(run.id, async (trx) => {
        const now = clock.now();
        const open = await openAttempts(trx, compId, run, attempts, now);
        const dialled = attempts.filter(({ phone }) => open.has(phone.id));
        await appendLedger(
          trx,
          compId,
          new Date(now),
          dialled.map(({ id, phone, displayed, checks }) =>
            dialledEntry({
              ...{ attemptId: id, phone: { ...phone, taskId: run.id }, displayed, checks },
              ...{ attempt: phone.attempts + 1, kind: run.settings.kind, rules },
            }),
          ),
        );
        return dialled;
      }),

    async close(input: CloseInput): Promise<Closed | undefined> {
      const done = await held(async (trx): Promise<Closed | undefined> => {
        const closed = await closeAttempt(trx, input, dialHours);
        if (closed) await appendLedger(trx, compId, new Date(clock.now()), [endedEntry(closed, input)]);
        return closed;
      });
      if (done) counted(done.taskId);
      if (done) await tellPromises({ broker, clock }, done.promises);
      if (done && done.cost > 0) await publish(broker, "attempt.ended", { compId, callId: done.callId });
      return done;
    },

    state: (taskId: string, flight: Flight) => counting(taskId, (trx) => numberState(trx, compId, flight)),
    takes: (taskId: string, takes: boolean) => held((trx) => setTakes(trx, compId, taskId, takes ? 1 : 0)),
    waits: (taskId: string, waitsFor: string) => counting(taskId, (trx) => setWaits(trx, compId, taskId, waitsFor)),
    pacing: (taskId: string, state: unknown) => counting(taskId, (trx) => keepPacing(trx, compId, taskId, state)),
    /** Nothing of it is left, and nobody adds numbers until the transaction is over: its run has ended. false: something is. */
    async through(trx: Trx, { id, ftype }: Pick<RunRow, "id" | "ftype">): Promise<boolean> {
      await lockPositions(trx, compId, id);
      if (await isLeft(trx, compId, id, ftype)) return false;
      await endRun(trx, compId, id, new Date(clock.now()));
      return true;
    },
    /** Its last day is past: its run has ended, and nobody is reminded of its numbers any more; tellPromises after the transaction. */
    async expires(trx: Trx, taskId: string): Promise<EndedPromises> {
      const now = clock.now();
      await endRun(trx, compId, taskId, new Date(now));
      return endPromisesOfTasks(trx, compId, [taskId], now);
    },
    tellPromises: (promises: EndedPromises) => tellPromises({ broker, clock }, promises),
  };
}

/** Of previews what seats have in their hands, too: the last result can still be given. */
async function isLeft(trx: Trx, compId: string, taskId: string, ftype: number): Promise<boolean> {
  if (ftype === previewTask) return seatsHave(trx, compId, taskId);
  const { waiting, at } = await nextDue(trx, compId, taskId);
  return waiting || at !== null;
}

/** counts: asked for each task whose counters changed. */
export function createDiallerStore(
  deps: StoreDeps,
  compId: string,
  lease: HeldLease | undefined,
  counts?: Pick<Paced, "ask" | "stop">,
) {
  // system: leases are the installation's; every statement names its enterprise.
  const held: Held = (work) => deps.database.system((trx) => mustHold(trx, lease).then(() => work(trx)), { stallMs });
  const counted = (taskId: string): void => counts?.ask(taskId);
  const under: Under = {
    ...{ held, counted },
    async counting(taskId, work, changed = () => true) {
      const did = await held(work);
      if (changed(did)) counted(taskId);
      return did;
    },
  };
  return {
    ...reading(deps, compId),
    ...claiming(deps, compId, under),
    ...committing(deps, compId, under),
    stop: () => counts?.stop(),
  };
}
