/**
 * What dials for the tasks of one enterprise, in the engine that owns its routing (decision 092): one turn after another, each looks at
 * who is there and which lines are free, claims so many numbers, asks about each, commits the attempts, and only then has them called.
 */
import { secondMs, minuteMs, type EndCause } from "@liantai/api/contract";
import type { TaskState } from "@liantai/api/contract/admin";
import { taskGroup } from "@liantai/api/contract/admin";
import type { Logger } from "../../../ports/logger.ts";
import type { Timer } from "../../../ports/clock.ts";
import type { CallFact } from "../../event-log/index.ts";
import type { Call, Dialler, TaskAgent, TaskLine } from "../../telephony/index.ts";
import type { TaskRegister } from "../../tasks/index.ts";
import { stateAt } from "../../tasks/index.ts";
import { hoursAt, nextOpening } from "../checks/index.ts";
import { reasonText } from "../pacing/index.ts";
import { prepare, type PrepareDeps } from "./preparing.ts";
import type { DiallerStore, Prepared } from "./store.ts";
import { placedOf, targetOf, waitsForAgents } from "./targets.ts";
import { TaskRun } from "./task-run.ts";

/** While a task could dial and nothing happens: calls in flight grow older, and who talks nears the end. */
const turnMs = 250;
/** After a failure of the database. */
const againMs = secondMs;
/** What pacing has learnt is written at most so often. */
const keepMs = 10 * secondMs;

export interface DiallerDeps {
  readonly line: TaskLine;
  readonly store: DiallerStore;
  readonly register: Pick<TaskRegister, "change">;
  readonly logger: Pick<Logger, "error" | "warn" | "info">;
  /** What a flow or a robot found out in a call, before its attempt is closed. */
  readonly outcome: (callId: string, attemptId: string) => Promise<Outcome>;
  readonly cityOf: PrepareDeps["cityOf"];
}

export interface Outcome {
  readonly result?: string;
  readonly level?: string;
  readonly score?: number | null;
  /** Nobody answered what was asked: it is to be told once more, as if nobody had lifted. */
  readonly again?: boolean;
}

type Next = number | "never";
type Lines = Awaited<ReturnType<TaskLine["lines"]>>;

export class EnterpriseDialler implements Dialler {
  readonly #d: DiallerDeps;
  readonly #runs = new Map<string, TaskRun>();
  #timer: Timer | undefined;
  #turning = false;
  #again = false;
  #stopped = false;
  #keptAt = 0;
  #enterprise = "";

  constructor(deps: DiallerDeps) {
    this.#d = deps;
  }

  async start(): Promise<void> {
    const { store, line } = this.#d;
    this.#enterprise = await store.enterprise();
    const now = line.clock.now();
    const calls = new Map(line.calls().map((call) => [call.callId, call]));
    for (const facts of await store.runs()) this.#runs.set(facts.row.id, new TaskRun(facts));
    for (const call of calls.values()) if (call.task) (await this.#of(call.task.id))?.takes(call, now);
    for (const open of await store.open()) if (!calls.has(open.callId)) await this.#closeLost(open);
    for (const id of this.#runs.keys()) await store.stale(id);
    this.#soon();
  }

  /** A call whose process is gone: its record says what is known, else nobody knows (0). It counts as an attempt. */
  async #closeLost(open: Awaited<ReturnType<DiallerStore["open"]>>[number]): Promise<void> {
    const now = this.#d.line.clock.now();
    const answeredAt = open.answerAt?.getTime() ?? null;
    const known = open.endAt !== null && (open.result ?? 0) >= 200 && open.cause !== "serverRestart";
    await this.#d.store.close({
      compId: this.#d.line.compId,
      attemptId: open.id,
      code: known ? (open.result ?? 0) : 0,
      cause: open.cause ?? "serverRestart",
      answeredAt,
      connectedAt: answeredAt,
      endedAt: open.endAt?.getTime() ?? now,
      agentId: "",
      abandoned: false,
      answerer: answeredAt === null ? "" : "person",
      witness: "engine",
    });
  }

  changed(taskId: string, cancelRinging: boolean): void {
    this.#d.line.track(
      this.#read(taskId, cancelRinging).catch((error: unknown) => this.#failed(error, "a task was not read anew")),
    );
  }

  async #read(taskId: string, cancelRinging: boolean): Promise<void> {
    const facts = await this.#d.store.run(taskId);
    const run = this.#runs.get(taskId);
    if (facts && run) run.facts = facts;
    else if (facts?.row.state === "running") {
      if (this.#enterprise === "") this.#enterprise = await this.#d.store.enterprise();
      this.#runs.set(taskId, new TaskRun(facts));
    }
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
    if (!facts) return undefined;
    const run = new TaskRun(facts);
    this.#runs.set(taskId, run);
    return run;
  }

  fact(call: Call, fact: CallFact): void {
    const run = this.#runs.get(call.task?.id ?? "");
    const moved = run?.heard(call, fact, this.#d.line.clock.now());
    if (!moved || moved.state === "dialling") return;
    const { phoneId, state, agentId } = moved;
    this.#background(this.#d.store.state(phoneId, state, agentId), "the state of a number was not written");
    this.#soon();
  }

  over(call: Call): void {
    const { line } = this.#d;
    const run = this.#runs.get(call.task?.id ?? "");
    const cause: EndCause = call.phase.kind === "ended" ? call.phase.cause : "failed";
    const closed = run?.ends(call.callId, cause, line.clock.now(), line.tone(call.callId));
    if (!run || !closed) return;
    line.track(
      this.#close(call, run, closed).catch((error: unknown) => this.#failed(error, "an attempt was not closed")),
    );
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
    const { store, line } = this.#d;
    const found = closed.answeredAt === null || waitsForAgents(run.task) ? {} : await this.#found(call, closed);
    await store.close({ compId: line.compId, ...closed, ...found });
    this.#soon();
  }

  agents(): void {
    if ([...this.#runs.values()].some(({ task }) => waitsForAgents(task))) this.#soon();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  #soon(): void {
    if (this.#stopped || this.#runs.size === 0) return;
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

  /** All tasks once, the most urgent first; when to look again. */
  async #turn(): Promise<Next> {
    const runs = [...this.#runs.values()].sort(
      (a, b) => a.facts.row.settings.priority - b.facts.row.settings.priority || (a.id < b.id ? -1 : 1),
    );
    let next: Next = "never";
    for (const run of runs) {
      if (this.#stopped) return "never";
      const due = await this.#step(run);
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
      await this.#d.store.pacing(run.id, { ...run.pacing, reasons: run.reasons.map(reasonText) });
    }
  }

  async #step(run: TaskRun): Promise<Next> {
    const { line } = this.#d;
    const now = line.clock.now();
    const { row, hours } = run.facts;
    const state = stateAt(row, now);
    if (state !== "running") return this.#rests(run, state);
    if (row.ftype === 2) return "never";
    const open = hoursAt(hours, now);
    if (!open.open) {
      await this.#waits(run, `等待时段：${open.detail}`);
      const at = nextOpening(hours, now);
      return at === null ? minuteMs : Math.max(1, at - now);
    }
    const lines = await line.lines();
    if (lines.stopped) {
      await this.#waits(run, lines.stopped === "arrears" ? "企业已欠费！" : "企业已停用");
      if (lines.stopped === "arrears") await this.#change(run, "paused");
      return "never";
    }
    if (waitsForAgents(run.task) && this.#agents(run).length === 0) {
      await this.#waits(run, "没有坐席加入");
      return "never";
    }
    return this.#dial(run, lines);
  }

  async #rests(run: TaskRun, state: TaskState): Promise<Next> {
    if (state === "expired" && run.facts.row.state === "running") await this.#change(run, "expired");
    if (run.flights.size === 0) this.#runs.delete(run.id);
    return "never";
  }

  async #change(run: TaskRun, state: "completed" | "expired" | "paused"): Promise<void> {
    const { register, store, line } = this.#d;
    run.facts = { ...run.facts, row: { ...run.facts.row, state } };
    await register.change(line.compId, run.id, state);
    if (state !== "paused") await store.ended(run.id);
    line.seatsChanged();
  }

  async #waits(run: TaskRun, waitsFor: string): Promise<void> {
    if (run.waits === waitsFor) return;
    const flipped = (run.waits === "") !== (waitsFor === "");
    run.waits = waitsFor;
    await this.#d.store.waits(run.id, waitsFor);
    if (flipped && run.facts.row.settings.blending === "idle") this.#d.line.seatsChanged();
  }

  /** Those who have joined, as they are in this very turn of the process. */
  #agents(run: TaskRun): readonly TaskAgent[] {
    const { line } = this.#d;
    const agents = waitsForAgents(run.task) ? line.agents(taskGroup(run.id)) : [];
    run.sees(agents, line.clock.now());
    return agents;
  }

  /** Agents left while telephones rang: progressive dialling keeps to who is idle, the youngest calls go first. */
  #cancelSurplus(run: TaskRun): void {
    if (run.surplus === 0 || run.facts.row.settings.mode !== "progressive") return;
    const young = [...run.flights.values()]
      .filter(({ state }) => state === "dialling" || state === "ringing")
      .sort((a, b) => b.dialledAt - a.dialledAt);
    for (const { callId } of young.slice(0, run.surplus)) this.#d.line.cancel(callId);
  }

  async #dial(run: TaskRun, lines: Lines): Promise<Next> {
    const { clock } = this.#d.line;
    const agents = this.#agents(run);
    const most = run.want(clock.now(), agents, lines);
    this.#cancelSurplus(run);
    if (most === 0) return run.flights.size === 0 && agents.every(({ state }) => state === "away") ? "never" : turnMs;
    const { row } = run.facts;
    const claimed = await this.#d.store.claim(row, most);
    if (claimed.phones.length === 0) return this.#nothing(run);
    const { ready: asked, asides, back: unshown, waits } = await prepare(this.#d, run, claimed);
    // Agents may have been taken, or have left, meanwhile.
    const still = run.want(clock.now(), this.#agents(run), lines);
    const ready = asked.slice(0, still);
    const back = [...unshown, ...asked.slice(still).map(({ attempt }) => attempt.phone)];
    if (asides.length + back.length > 0)
      await this.#d.store.aside(
        run.id,
        asides,
        back.map(({ id }) => id),
      );
    await this.#waits(run, waits);
    if (ready.length > 0)
      this.#place(
        run,
        await this.#d.store.commit(
          row,
          ready.map(({ attempt }) => attempt),
        ),
        ready,
      );
    return turnMs;
  }

  /** In one turn with the look at the lines: what was committed is dialled now. */
  #place(run: TaskRun, dialled: readonly Prepared[], ready: Awaited<ReturnType<typeof prepare>>["ready"]): void {
    const { line } = this.#d;
    for (const attempt of dialled) {
      const { id: attemptId, callId, phone, displayed } = attempt;
      const asked = ready.find((each) => each.attempt === attempt)?.line;
      if (!asked) continue;
      const { id, ftype, taskIdentity: identity } = run.facts.row;
      run.dials({ attemptId, phoneId: phone.id, callId, displayed }, line.clock.now());
      const variables = { ...phone.variables, ...(phone.contact === "" ? {} : { 客户姓名: phone.contact }) };
      const cause = line.place({
        callId,
        number: phone.phone,
        displayed,
        line: asked,
        task: { type: ftype, id, identity, phoneId: phone.id, attemptId, variables },
        target: targetOf(run.task),
        greeting: waitsForAgents(run.task) ? run.facts.row.settings.greeting : "",
        placed: placedOf(run.task, this.#enterprise, displayed),
      });
      if (cause !== undefined) this.#unplaced(run, callId, cause);
    }
  }

  /** The last line was taken in this very turn: it was an attempt, and its rule says when again. */
  #unplaced(run: TaskRun, callId: string, cause: EndCause): void {
    const { line, store } = this.#d;
    const closed = run.ends(callId, cause, line.clock.now());
    if (closed) this.#background(store.close({ compId: line.compId, ...closed }), "an attempt was not closed");
  }

  /** No number is due. */
  async #nothing(run: TaskRun): Promise<Next> {
    const { store, line } = this.#d;
    const { waiting, at } = await store.due(run.id);
    if (waiting) return turnMs;
    if (at !== null) {
      await this.#waits(run, "等待重拨时间");
      return Math.max(turnMs, at - line.clock.now());
    }
    if (run.flights.size > 0) return "never";
    await this.#finished(run);
    return "never";
  }

  /** A task without any number waits for some. */
  async #finished(run: TaskRun): Promise<void> {
    const total = await this.#d.store.total(run.id);
    if (total === 0) return this.#waits(run, "没有号码");
    await this.#waits(run, "");
    await this.#change(run, "completed");
  }

  #background(work: Promise<unknown>, what: string): void {
    this.#d.line.track(work.catch((error: unknown) => this.#failed(error, what)));
  }

  #failed(error: unknown, what: string): void {
    if (!this.#stopped) this.#d.logger.error({ error, compId: this.#d.line.compId }, what);
  }
}
