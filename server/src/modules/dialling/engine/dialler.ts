/**
 * What dials for the tasks of one enterprise, in the engine that owns its routing (decision 092): one turn after another, each looks at
 * who is there and which lines are free, claims so many numbers, asks about each, commits the attempts, and only then has them called.
 */
import { minuteMs, secondMs, type EndCause } from "@liantai/api/contract";
import type { Logger } from "../../../ports/logger.ts";
import type { Timer } from "../../../ports/clock.ts";
import type { CallFact } from "../../event-log/index.ts";
import type { Call, Dialler, KnownEarly } from "../../telephony/index.ts";
import type { Listeners } from "../carrier-prompts/listening.ts";
import { againMs, Closing, type Lost } from "./closing.ts";
import { HandingOver, type HandingOverDeps } from "./handing-over.ts";
import { reasonText } from "../pacing/index.ts";
import { Pauses } from "./pauses.ts";
import { StateWrites } from "./state-writes.ts";
import { waitsForAgents } from "./targets.ts";
import { TaskSteps, type Next, type TaskStepsDeps } from "./task-steps.ts";
import { TaskRun } from "./task-run.ts";

/** What pacing has learnt is written at most so often. */
const keepMs = 10 * secondMs;

export interface DiallerDeps extends Omit<TaskStepsDeps, "enterprise" | "close" | "runs"> {
  readonly logger: Pick<Logger, "error" | "warn" | "info">;
  /** What a flow or a robot found out in a call, before its attempt is closed. */
  readonly outcome: (callId: string, attemptId: string) => Promise<Outcome>;
  /** Of a robot's call that goes on. */
  readonly level: HandingOverDeps["level"];
  /** Who understands what lines say before an answer. */
  readonly early: Listeners;
  /** Keeps what lines said that nothing recognised. */
  readonly unknown: (callId: string, samples: Int16Array) => Promise<void>;
}

export interface Outcome {
  readonly result?: string;
  readonly level?: string;
  readonly score?: number | null;
  /** Nobody answered what was asked: it is to be told once more, as if nobody had lifted. */
  readonly again?: boolean;
}

export class EnterpriseDialler implements Dialler {
  readonly #d: DiallerDeps;
  readonly #runs = new Map<string, TaskRun>();
  #timer: Timer | undefined;
  #turning = false;
  #again = false;
  #stopped = false;
  /** What is told of calls while `start` takes up those that there are. */
  #toldMeanwhile: (() => void)[] | undefined;
  readonly #pauses: Pauses;
  readonly #states: StateWrites;
  readonly #closing: Closing;
  #keptAt = 0;
  #enterprise = "";

  readonly #steps: TaskSteps;
  readonly #handingOver: HandingOver;

  constructor(deps: DiallerDeps) {
    this.#d = deps;
    this.#pauses = new Pauses(deps.line.clock);
    this.#states = new StateWrites(deps.store.state);
    this.#closing = new Closing({ ...deps, failed: (error) => this.#failed(error, "an attempt was not closed") });
    this.#handingOver = new HandingOver({ ...deps, background: (work, what) => this.#background(work, what) });
    this.#steps = new TaskSteps({
      ...deps,
      enterprise: () => this.#enterprise,
      runs: () => this.#inOrder(),
      close: (closed) => this.#closing.closes(closed),
    });
  }

  /** Again until it has begun, or the engine is gone: nobody else would dial, or close what the process before left open. */
  async start(): Promise<void> {
    this.#toldMeanwhile = [];
    for (let ms = againMs; !this.#stopped; ms = Math.min(2 * ms, minuteMs))
      try {
        await this.#takeUp();
        break;
      } catch (error) {
        this.#failed(error, "dialling did not begin");
        await this.#pauses.wait(ms);
      }
    const told = this.#toldMeanwhile ?? [];
    this.#toldMeanwhile = undefined;
    for (const tell of told) tell();
    this.#soon();
  }

  /** Calls that there are, attempts that have none any more, and what was claimed, of tasks that were stopped meanwhile, too. */
  async #takeUp(): Promise<void> {
    const { store, line } = this.#d;
    this.#enterprise = await store.enterprise();
    const now = line.clock.now();
    const calls = line.calls();
    const known = new Set(calls.map(({ callId }) => callId));
    // What was told until here, and what a try before this one made of it, stands in the calls.
    this.#runs.clear();
    this.#toldMeanwhile = [];
    for (const facts of await store.runs()) this.#runs.set(facts.row.id, new TaskRun(facts));
    for (const call of calls) if (call.task) (await this.#of(call.task.id))?.takes(call, now);
    const open = await store.open();
    // An agent may have begun one meanwhile.
    for (const { callId } of line.calls()) known.add(callId);
    for (const id of new Set([...this.#runs.keys(), ...(await store.live())])) await store.left(id, { all: true });
    this.#closeAll(open.filter(({ callId }) => !known.has(callId)));
  }

  /** While dialling goes on; a task with any of them is not over before. */
  #closeAll(lost: readonly Lost[]): void {
    const all = async (): Promise<void> => {
      for (const open of lost) await this.#closing.lost(open);
      this.#soon();
    };
    const closed = all();
    for (const id of new Set(lost.map(({ taskId }) => taskId)))
      this.#d.line.track(this.#runs.get(id)?.writes(() => closed) ?? closed);
  }

  async lookAgain(runs: boolean): Promise<void> {
    if (this.#toldMeanwhile || (!runs && this.#runs.size === 0)) return;
    const all = new Map((await this.#d.store.runs()).map((facts) => [facts.row.id, facts]));
    for (const run of this.#runs.values()) {
      const facts = all.get(run.id);
      if (facts) run.reads(facts, this.#d.line.clock.now());
      else if (run.facts.row.state === "running") this.changed(run.id, false);
      all.delete(run.id);
    }
    for (const id of all.keys()) this.changed(id, false);
    this.#soon();
  }

  changed(taskId: string, cancelRinging: boolean): void {
    this.#d.line.track(
      this.#read(taskId, cancelRinging).catch((error: unknown) => this.#failed(error, "a task was not read anew")),
    );
  }

  async #read(taskId: string, cancelRinging: boolean): Promise<void> {
    if (this.#enterprise === "") this.#enterprise = await this.#d.store.enterprise();
    const facts = await this.#d.store.run(taskId);
    const run = this.#runs.get(taskId);
    if (facts && run) run.reads(facts, this.#d.line.clock.now());
    else if (facts?.row.state === "running") this.#runs.set(taskId, new TaskRun(facts));
    if (!facts && run && run.flights.size === 0) this.#runs.delete(taskId);
    if (cancelRinging && facts?.row.state !== "running")
      for (const { callId } of run?.flights.values() ?? []) this.#d.line.cancel(callId);
    this.#soon();
  }

  /** Of a task that runs no more and has a call: previews, and what was paused or stopped. */
  async #of(taskId: string): Promise<TaskRun | undefined> {
    const known = this.#runs.get(taskId);
    if (known) return known;
    const facts = await this.#d.store.run(taskId);
    // Somebody else may have asked for it meanwhile.
    const there = this.#runs.get(taskId);
    if (there || !facts) return there;
    const run = new TaskRun(facts);
    this.#runs.set(taskId, run);
    return run;
  }

  fact(call: Call, fact: CallFact): void {
    if (this.#toldMeanwhile) return void this.#toldMeanwhile.push(() => this.fact(call, fact));
    const run = this.#runs.get(call.task?.id ?? "");
    if (run) this.#handingOver.fact(call, fact, run.facts.row);
    const moved = run?.heard(call, fact, this.#d.line.clock.now());
    if (!run || !moved) return;
    this.#background(this.#states.put(run.id, moved), "the state of a number was not written");
    this.#soon();
  }

  over(call: Call): void {
    if (this.#toldMeanwhile) return void this.#toldMeanwhile.push(() => this.over(call));
    const { line } = this.#d;
    const run = this.#runs.get(call.task?.id ?? "");
    const cause: EndCause = call.phase.kind === "ended" ? call.phase.cause : "failed";
    const closed = run?.ends(call.callId, cause, line.clock.now());
    if (!run || !closed) return;
    line.track(this.#close(call, run, closed));
  }

  /** A call whose flow said nothing is closed all the same. */
  async #found({ callId }: Call, { attemptId }: { readonly attemptId: string }): Promise<Outcome> {
    const { line, logger, outcome } = this.#d;
    try {
      await line.written();
      return await outcome(callId, attemptId);
    } catch (error) {
      logger.warn({ error, callId }, "what a flow found out is not known");
      return {};
    }
  }

  async #close(call: Call, run: TaskRun, closed: NonNullable<ReturnType<TaskRun["ends"]>>): Promise<void> {
    await run.writes(async () => {
      const found = closed.answeredAt === null || waitsForAgents(run.task) ? {} : await this.#found(call, closed);
      // Another half, or both as the task is set itself, from the next call on.
      if ((await this.#closing.closes({ ...closed, ...found }))?.decided) this.changed(run.id, false);
    });
    this.#soon();
  }

  readonly ear = (known: KnownEarly) => this.#d.early.ear(known);

  unknown(callId: string, samples: Int16Array): void {
    this.#background(this.#d.unknown(callId, samples), "what a line said was not kept");
  }

  readonly carrierPromptsChanged = (): void => this.#d.early.changed();

  agents(): void {
    if ([...this.#runs.values()].some(({ task }) => waitsForAgents(task))) this.#soon();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#pauses.stop();
    this.#closing.stop();
    this.#d.store.stop();
  }

  #soon(): void {
    // Before all that was in flight is known a task whose last numbers it is would be taken for one that is through.
    if (this.#toldMeanwhile || this.#stopped || this.#runs.size === 0) return;
    if (this.#turning) return void (this.#again = true);
    this.#turning = true;
    this.#d.line.track(this.#turns());
  }

  async #turns(): Promise<void> {
    let next: Next = "never";
    try {
      do {
        this.#again = false;
        next = await this.#turn();
      } while (this.#again && !this.#stopped);
    } catch (error) {
      this.#failed(error, "a turn of dialling failed");
      next = againMs;
    } finally {
      this.#turning = false;
    }
    this.#timer?.cancel();
    if (next !== "never" && !this.#stopped) this.#timer = this.#d.line.clock.after(next, () => this.#soon());
  }

  /** The most urgent first. */
  #inOrder(): readonly TaskRun[] {
    return [...this.#runs.values()].sort(
      (a, b) => a.facts.row.settings.priority - b.facts.row.settings.priority || (a.id < b.id ? -1 : 1),
    );
  }

  /** All tasks once; when to look again. */
  async #turn(): Promise<Next> {
    const runs = this.#inOrder();
    let next: Next = "never";
    for (const run of runs) {
      if (this.#stopped) return "never";
      const due = await this.#steps.step(run);
      // Nothing runs and nothing lives: it is looked at again when it changes.
      if (run.facts.row.state !== "running" && run.flights.size === 0) this.#runs.delete(run.id);
      if (due !== "never") next = next === "never" ? due : Math.min(next, due);
    }
    await this.#keep(runs);
    return next;
  }

  async #keep(runs: readonly TaskRun[]): Promise<void> {
    const now = this.#d.line.clock.now();
    if (now - this.#keptAt < keepMs) return;
    this.#keptAt = now;
    for (const run of runs) {
      if (!run.learnt) continue;
      run.learnt = false;
      const reasons = [...run.reasons.map(reasonText), ...(run.blend.reason === "" ? [] : [run.blend.reason])];
      await this.#d.store.pacing(run.id, { ...run.pacing, reasons });
    }
  }

  #background(work: Promise<unknown>, what: string): void {
    this.#d.line.track(work.catch((error: unknown) => this.#failed(error, what)));
  }

  #failed(error: unknown, what: string): void {
    if (!this.#stopped) this.#d.logger.error({ error, compId: this.#d.line.compId }, what);
  }
}
