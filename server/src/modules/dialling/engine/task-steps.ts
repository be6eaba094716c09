/** One turn of one task: what it waits for, how many it dials, which numbers, and their calls. */
import { minuteMs, secondMs, type EndCause } from "@liantai/api/contract";
import { taskGroup, type TaskState } from "@liantai/api/contract/admin";
import type { TaskAgent, TaskLine } from "../../telephony/index.ts";
import { stateAt, type TaskRegister } from "../../tasks/index.ts";
import { hoursAt, nextOpening } from "../checks/index.ts";
import { heldBy, hoursLeft } from "../experiments/arms.ts";
import type { CloseInput } from "../attempts/closing-repository.ts";
import { rulesVersion } from "../ledger/rules.ts";
import { blend } from "./blending.ts";
import { finished, leaves } from "./finishing.ts";
import { sharedLines } from "./places.ts";
import { ofHalf, prepare, type PrepareDeps } from "./preparing.ts";
import { wantBeside } from "./shared-agents.ts";
import type { DiallerStore, Prepared } from "./store.ts";
import { groupOf, placedOf, targetOf, waitsForAgents } from "./targets.ts";
import type { TaskRun } from "./task-run.ts";

/** While a predictive task could dial and nothing happens: calls in flight grow older, and who talks nears the end. */
const turnMs = 250;
/** Others wait for what is told them, and for lines and seconds that come free untold. */
const idleTurnMs = secondMs;
/** How calls that come in fare is asked so often. */
const levelMs = 15 * secondMs;
/** While no number can be shown: one comes back when its rest is over; a call that ends is a turn of its own. */
const unshownMs = 5 * secondMs;

/** ms until it is looked at again; never: something has to happen first. */
export type Next = number | "never";
type Lines = Parameters<TaskRun["want"]>[2];

export interface TaskStepsDeps {
  readonly line: TaskLine;
  readonly store: DiallerStore;
  readonly register: Pick<TaskRegister, "change" | "complete">;
  readonly cityOf: PrepareDeps["cityOf"];
  /** Its name, for who is abandoned. */
  readonly enterprise: () => string;
  /** The most urgent first. */
  readonly runs: () => readonly TaskRun[];
  /** Until it is closed. */
  readonly close: (closed: Omit<CloseInput, "compId">) => Promise<unknown>;
}

const turnOf = ({ task, facts }: TaskRun): number =>
  waitsForAgents(task) && facts.row.settings.mode === "predictive" ? turnMs : idleTurnMs;

export class TaskSteps {
  readonly #d: TaskStepsDeps;

  constructor(deps: TaskStepsDeps) {
    this.#d = deps;
  }

  async step(run: TaskRun): Promise<Next> {
    const more = await this.#release(run);
    const next = await this.#step(run);
    const { state, untilAt } = run.facts.row;
    const left = untilAt === null || state !== "running" ? Infinity : untilAt.getTime() - this.#d.line.clock.now();
    const ms = Math.min(next === "never" ? Infinity : next, more ? turnMs : Infinity, Math.max(1, left));
    return ms === Infinity ? "never" : ms;
  }

  /** Numbers that an experiment of times put off follow the task's hours again once it is over, or those of its better half. */
  async #release(run: TaskRun): Promise<boolean> {
    const { row, hours, experiment } = run.facts;
    if (!run.mayBePutOff || row.state !== "running" || row.ftype === 2) return false;
    const now = this.#d.line.clock.now();
    run.mayBePutOff = false;
    const nextAt = nextOpening(hoursLeft(hours, experiment), now) ?? now;
    if (await this.#d.store.release(run.id, { heldBy: heldBy(experiment), nextAt })) run.mayBePutOff = true;
    return run.mayBePutOff;
  }

  async #step(run: TaskRun): Promise<Next> {
    const { line } = this.#d;
    const now = line.clock.now();
    const { row, hours } = run.facts;
    const state = stateAt(row, now);
    if (state !== "running") return this.#rests(run, state);
    if (row.ftype === 2) return this.#seated(run);
    const open = hoursAt(hours, now);
    if (!open.open) {
      await this.#waits(run, `等待时段：${open.detail}`);
      const at = nextOpening(hours, now);
      return at === null ? minuteMs : Math.max(1, at - now);
    }
    const lines = await line.lines();
    if (await this.#barred(run, lines)) return "never";
    if (waitsForAgents(run.task) && this.#agents(run).length === 0) {
      if (!(await this.#exhausted(run))) await this.#waits(run, "没有坐席加入");
      return run.awaits ? minuteMs : "never";
    }
    const robots = row.ftype === 1 ? { robots: await line.robotLines(run.facts.robotFlowId) } : {};
    return this.#dial(run, { ...lines, ...robots });
  }

  /** Seats dial its numbers themselves; a minute is soon enough to see that the enterprise may not call, and that hours begin or end. */
  async #seated(run: TaskRun): Promise<Next> {
    const { line, store } = this.#d;
    if (await this.#barred(run, await line.lines())) return minuteMs;
    const open = hoursAt(run.facts.hours, line.clock.now());
    if (await store.seatsHave(run.id)) await this.#waits(run, open.open ? "" : `等待时段：${open.detail}`);
    else await this.#finished(run);
    return minuteMs;
  }

  /** The enterprise may not call. */
  async #barred(run: TaskRun, { stopped }: Awaited<ReturnType<TaskLine["lines"]>>): Promise<boolean> {
    if (!stopped) return false;
    await this.#waits(run, stopped === "arrears" ? "企业已欠费！" : "企业已停用");
    if (stopped === "arrears") await leaves(this.#d, run, "paused");
    return true;
  }

  async #rests(run: TaskRun, state: TaskState): Promise<Next> {
    if (state === "expired" && run.facts.row.state === "running") await leaves(this.#d, run, "expired");
    return "never";
  }

  async #waits(run: TaskRun, waitsFor: string): Promise<void> {
    if (run.waits === waitsFor) return;
    const flipped = (run.waits === "") !== (waitsFor === "");
    run.waits = waitsFor;
    await this.#d.store.waits(run.id, waitsFor);
    const { blending } = run.facts.row.settings;
    if (flipped && (blending === "idle" || (blending === "share" && !run.blend.takes))) this.#d.line.seatsChanged();
  }

  /** Those who have joined, as they are in this very turn of the process. */
  #agents(run: TaskRun): readonly TaskAgent[] {
    const { line } = this.#d;
    const agents = waitsForAgents(run.task) ? line.agents(taskGroup(run.id)) : [];
    run.sees(agents, line.clock.now());
    return agents;
  }

  #want(run: TaskRun, agents: readonly TaskAgent[], lines: Lines): number {
    const { line, runs } = this.#d;
    const all = runs();
    const want = run.want(line.clock.now(), agents, sharedLines(run, all, line, lines));
    return wantBeside(run, all, agents, want, line);
  }

  /** Whether they take calls that come in; seats are read anew where that is another now. */
  async #blend(run: TaskRun, agents: readonly TaskAgent[]): Promise<void> {
    const { store, line } = this.#d;
    const { settings } = run.facts.row;
    if (!waitsForAgents(run.task) || settings.blending !== "share") return;
    const now = line.clock.now();
    if (settings.blendBelow > 0 && now - run.levelAt >= levelMs) {
      run.levelAt = now;
      run.level = await store.level(run.id);
    }
    const inbound = run.inboundShare(now, agents);
    const found = blend({ settings, waits: run.waits !== "", takes: run.blend.takes, level: run.level, inbound });
    const { takes } = run.blend;
    run.blend = found;
    if (found.takes === takes) return;
    run.learnt = true;
    await store.takes(run.id, found.takes);
    line.seatsChanged();
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
    const agents = this.#agents(run);
    await this.#blend(run, agents);
    const most = this.#want(run, agents, lines);
    this.#cancelSurplus(run);
    if (most === 0) {
      if (run.flights.size > 0 || agents.some(({ state }) => state !== "away")) return turnOf(run);
      await this.#exhausted(run);
      return run.awaits ? minuteMs : "never";
    }
    const { row } = run.facts;
    const claimed = await this.#d.store.claim(row, most);
    run.dry = claimed.phones.length === 0;
    if (run.dry) return this.#nothing(run);
    const { ready: asked, asides, back: unshown, waits, followed } = await prepare(this.#d, run, claimed);
    if (followed.length > 0) await this.#d.store.recipes(run.id, followed);
    // Agents may have been taken, or have left, meanwhile; or the task was paused or stopped.
    const runs = run.facts.row.state === "running";
    const still = runs ? this.#want(run, this.#agents(run), lines) : 0;
    const ready = asked.slice(0, still);
    const back = [...unshown, ...asked.slice(still).map(({ attempt }) => attempt.phone)];
    if (asides.length + back.length > 0)
      await this.#d.store.aside(
        run.id,
        asides,
        back.map(({ id }) => id),
      );
    if (runs) await this.#waits(run, waits);
    if (ready.length > 0)
      this.#place(
        run,
        await this.#d.store.commit(
          row,
          ready.map(({ attempt }) => attempt),
          rulesVersion({ settings: row.settings, hours: run.facts.hours }),
        ),
        ready,
      );
    // A list of numbers that are not dialled is through soon; what was claimed was all that there is room for.
    if (asides.length + followed.length > 0) return turnMs;
    return ready.length === 0 && waits !== "" ? unshownMs : turnOf(run);
  }

  /** In one turn with the look at the lines: what was committed is dialled now. */
  #place(run: TaskRun, dialled: readonly Prepared[], ready: Awaited<ReturnType<typeof prepare>>["ready"]): void {
    const { line } = this.#d;
    for (const attempt of dialled) {
      const { id: attemptId, callId, phone, displayed } = attempt;
      const asked = ready.find((each) => each.attempt === attempt)?.line;
      if (!asked) continue;
      const { id, ftype, taskIdentity: identity } = run.facts.row;
      const task = ofHalf(run, phone);
      run.dials({ attemptId, phoneId: phone.id, callId, displayed }, line.clock.now());
      const variables = { ...phone.variables, ...(phone.contact === "" ? {} : { 客户姓名: phone.contact }) };
      const cause = line.place({
        callId,
        number: phone.phone,
        displayed,
        line: asked,
        task: { type: ftype, id, identity, phoneId: phone.id, attemptId, variables, ...groupOf(task) },
        target: targetOf(task),
        greeting: waitsForAgents(task) ? task.settings.greeting : "",
        greetingTts: task.tts ?? "",
        placed: placedOf(task, this.#d.enterprise(), displayed),
      });
      if (cause !== undefined) this.#unplaced(run, callId, cause);
    }
  }

  /** The last line was taken in this very turn: it was an attempt, and its rule says when again. */
  #unplaced(run: TaskRun, callId: string, cause: EndCause): void {
    const { line, close } = this.#d;
    const closed = run.ends(callId, cause, line.clock.now());
    if (closed) line.track(run.writes(() => close(closed)));
  }

  /** No number is due. */
  async #nothing(run: TaskRun): Promise<Next> {
    const { store, line } = this.#d;
    // An attempt that is closed while this is asked may leave a number that is due later.
    const { busy } = run;
    const { waiting, at } = await store.due(run.id);
    if (waiting) return turnMs;
    if (at !== null) {
      const ms = at - line.clock.now();
      // A turn that failed had claimed it; what is due for a call is claimed by the next one.
      if (ms <= 0) await store.left(run.id, { all: false });
      else await this.#waits(run, "等待重拨时间");
      return Math.max(turnMs, ms);
    }
    // While an attempt is being closed, soon again.
    if (busy || run.busy) return run.flights.size > 0 ? "never" : turnMs;
    if (!(await this.#finished(run))) return turnMs;
    return run.awaits ? minuteMs : "never";
  }

  /** Nobody is there to be dialled for: a task that has nothing left to dial is over all the same. */
  async #exhausted(run: TaskRun): Promise<boolean> {
    if (!run.mayBeOver || run.busy) return false;
    run.mayBeOver = false;
    const { store } = this.#d;
    const { waiting, at } = await store.due(run.id);
    if (waiting || at !== null || (await store.total(run.id)) === 0) return false;
    return this.#finished(run);
  }

  #finished(run: TaskRun): Promise<boolean> {
    return finished(this.#d, run, (waitsFor) => this.#waits(run, waitsFor));
  }
}
