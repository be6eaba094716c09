/** One step of a call in a flow: state and event in, state and effects out. No clock, no I/O, no chance but the state's own. */
import { engineVariables, systemVariables, unsetValue, type CollectedVariable } from "./flow.ts";
import { fieldsOf } from "./fields.ts";
import { linked, type Known } from "./linked.ts";
import { TooCostly } from "./meter.ts";
import type { Program } from "./program.ts";
import { Run } from "./run.ts";
import type { FlowEffect, FlowEvent, FlowState, Value, Values, Waiting } from "./session.ts";
import { cutThere } from "./sounding.ts";
import type { Tools } from "./tools.ts";
import { bounded, own, put } from "./values.ts";

type Led = Run<Known>;

export interface FlowStep {
  readonly state: FlowState;
  readonly effects: readonly FlowEffect[];
}

/** Nodes entered in one step without waiting: a cycle that the validator has not seen ends here. */
const mostNodes = 300;

const noLineText = "没有空闲的机器人线路";

/** A call that is to begin. seed: of its chance. */
export function begun(program: Program, seed: number): FlowState {
  const { flowId, versionId, main, subs, links } = program;
  const state: FlowState = {
    flowId,
    versionId,
    frames: [{ sub: main, node: subs[main]?.start ?? "" }],
    vars: {},
    secret: [],
    counts: {},
    local: {},
    open: {},
    playing: null,
    cut: null,
    draw: seed | 0,
    made: 0,
    steps: 0,
    hungUp: false,
    over: false,
    recordingPaused: false,
    unrecorded: false,
  };
  return links ? { ...state, links } : state;
}

/** A text as a value of the variable's type. */
export const typedValue = ({ type }: Pick<CollectedVariable, "type">, value: string): Value => {
  if (type === "number") return Number(value) || 0;
  if (type === "boolean") return value === "true";
  return type === "list" ? value.split(/[,，]/).filter(Boolean) : value;
};

/** What a flow decides and no sheet may bring: whether the customer refuses calls, and what came of a notice. */
const decided: ReadonlySet<string> = new Set(["refused", "noticeResult", "noticeConfirmed", "noticeAgain"]);

/** What a call brings, by the names or the words of the variables that the flow declares; the rest is none of it. */
export const givenTo = ({ variables }: Pick<Program, "variables">, given: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(
    variables.flatMap((variable) => {
      if (decided.has(variable.vName)) return [];
      const text = own(given, variable.vName) ?? own(given, variable.vAlias);
      return text === undefined ? [] : [[variable.vName, typedValue(variable, text)]];
    }),
  );

/** What the engine itself sets is there from the beginning: an expression over what has no value at all would fail. */
const notYet: Values = Object.fromEntries(
  [...Object.keys(systemVariables), ...engineVariables].map((name) => [name, unsetValue(name)]),
);

const unsaid = new WeakMap<Program, Values>();

/** What every call of a program without a form begins with. */
function unsaidOf(program: Program): Values {
  const known = unsaid.get(program);
  if (known) return known;
  const made: Record<string, Value> = { ...notYet };
  for (const name of fieldsOf(program)) put(made, name, "");
  for (const variable of program.variables)
    if (variable.vName !== "") put(made, variable.vName, bounded(typedValue(variable, variable.value)));
  unsaid.set(program, made);
  return made;
}

/** A variable's first value, unless the call brings one. A begin that was stored before there was customerNumber has the caller's. */
function first(run: Led, given: Values, secret: readonly string[], masks: Values): void {
  const { program } = run;
  if (program.form === null && run.isNew) {
    run.beginWith(unsaidOf(program));
    if (!program.variables.some(({ vName }) => vName === "customerNumber"))
      run.give("customerNumber", own(given, "caller"));
  } else {
    run.assign(notYet);
    for (const name of fieldsOf(program)) run.give(name, "");
    run.give("customerNumber", own(given, "caller"));
    for (const variable of program.variables) run.give(variable.vName, typedValue(variable, variable.value));
  }
  run.assign(given, false, masks);
  for (const name of secret) run.give(name, own(given, name), true, own(masks, name));
}

/** What an answer answers; askFailed may be anything's. */
function answers(type: FlowEvent["type"]): Waiting | "timer" | undefined {
  switch (type) {
    case "playDone":
      return "play";
    case "speechStarted":
    case "heard":
    case "nothingHeard":
      return "listen";
    case "answered":
      return "ask";
    case "loaded":
      return "load";
    case "transferEnded":
      return "transfer";
    case "recorded":
      return "record";
    case "timer":
      return "timer";
    default:
      return undefined;
  }
}

/** What took time, or was somebody's: flows that lead over to one another may go on. */
const waits = new Set<FlowEvent["type"]>([
  "playDone",
  "digit",
  "speechStarted",
  "heard",
  "nothingHeard",
  "transferEnded",
  "recorded",
  "timer",
]);

type Open = Waiting | "timer" | undefined;

/** Before the beginning or a second one, after the end, or to something that is not waited for any more: to what (`open`). */
function isLate(state: FlowState, type: FlowEvent["type"], id: string | undefined, open: Open): boolean {
  if (state.over || (type === "begin") !== (state.steps === 0 && type !== "hungUp")) return true;
  if (state.hungUp && (type === "digit" || type === "hungUp")) return true;
  return id !== undefined && isOther(type, open);
}

const isOther = (type: FlowEvent["type"], open: Open): boolean =>
  open === undefined || (type !== "askFailed" && answers(type) !== open);

/** Where a wording was cut off that the flow had stopped itself: nothing waits for it, but the node 'continue play' wants to know. */
const cutAt = (state: FlowState, event: FlowEvent): FlowState =>
  !state.over && event.type === "playDone" && event.reason === "cut" && state.cut?.id === event.id
    ? { ...state, cut: cutThere(state.cut, event) }
    : state;

/** What nearly every step asks of an event, read once: events have shapes enough that each look takes its time. */
const seen = (event: FlowEvent) => event as { readonly type: FlowEvent["type"]; readonly id?: string };

export function step(program: Program, state: FlowState, event: FlowEvent, tools: Tools): FlowStep {
  const { type, id } = seen(event);
  const open = id === undefined ? undefined : own(state.open, id);
  if (isLate(state, type, id, open)) return { state: cutAt(state, event), effects: [] };
  const run = new Run<Known>(program, state, tools, linked(program));
  lead(run, event, type, id, open);
  return { state: run.state, effects: run.effects };
}

/** The node is left by an exit whose reason nobody knows any more (keys that no log has): of a replay alone. */
export function leftBy(program: Program, state: FlowState, exit: string, tools: Tools): FlowStep {
  const run = new Run<Known>(program, state, tools, linked(program));
  run.state.steps += 1;
  run.exit(exit);
  go(run);
  return { state: run.state, effects: run.effects };
}

/** What happened, and then the nodes that it comes to, until it waits. */
function lead(run: Led, event: FlowEvent, type: FlowEvent["type"], id: string | undefined, open: Open): void {
  const { now } = event;
  run.state.steps += 1;
  if (now !== undefined && now !== run.value("now")) run.give("now", now);
  react(run, event, type, id, open);
  go(run);
}

function go(run: Led): void {
  for (let entered = 0; run.moved && !run.state.over; entered++) {
    run.moved = false;
    if (entered >= mostNodes) endless(run, "流程没有停顿地循环");
    else enter(run);
  }
}

function react(run: Led, event: FlowEvent, type: FlowEvent["type"], id: string | undefined, open: Open): void {
  if (run.state.loads && waits.has(type)) run.waited();
  // What sounds once is answered once; speech that begins, and keys, leave it open.
  if (id !== undefined && type !== "speechStarted") run.closeOpen(id);
  switch (event.type) {
    case "begin":
      return began(run, event);
    case "hungUp":
      return hungUp(run);
    case "playDone":
      played(run, event);
      break;
    case "askFailed":
      if (open !== "ask") return run.fail(event.class, `${open ?? ""}失败`);
  }
  const { here } = run;
  if (!here) return;
  const { node } = here;
  try {
    here.does?.on?.(run, node, node.config, event);
  } catch (error) {
    broken(run, error);
  }
}

function began(run: Led, event: Extract<FlowEvent, { type: "begin" }>): void {
  first(run, event.vars, event.secret ?? [], event.masks ?? {});
  const { version } = run.program;
  if (version === undefined) run.note("entered");
  else run.note("entered", `第${version}版`, { version });
  if (event.prompts) run.set({ prompts: event.prompts });
  if (event.noLine) {
    run.set({ noLine: true });
    return run.fail("noRobot", noLineText);
  }
  run.moved = true;
}

function played(run: Led, { id, reason, at, ms }: Extract<FlowEvent, { type: "playDone" }>): void {
  if (reason === "cut") run.cutOff(id, { at, ms });
  else if (run.state.playing?.id === id) run.state.playing = null;
}

/** Who is gone hears nothing: nodes without sound go on, from the exception node, for half a minute at most (the caller's timer). */
function hungUp(run: Led): void {
  run.set({ hungUp: true });
  const main = own(run.program.subs, run.program.main);
  const at = main?.exception;
  const classes = at === undefined ? undefined : own(main?.nodes, at)?.config["classes"];
  if (at === undefined || !Array.isArray(classes) || !classes.includes("hungUp") || run.state.steps === 1)
    return run.leave("hungUp");
  run.give("lastError", "hungUp");
  run.set({ frames: [{ sub: run.program.main, node: at }] });
  run.goTo(run.program.main, at);
}

function enter(run: Led): void {
  const { here } = run;
  const does = here?.does;
  if (!here || !does) return run.leave("failed");
  const { node } = here;
  if (run.state.hungUp && !does.silent) return run.leave("hungUp");
  const visits = run.count("visits");
  // A step writes in its state: who looks on has it as it is now.
  if (run.tools.entering) run.tools.entering(structuredClone(run.state));
  if (visits === 1) run.noted(here.first);
  else run.note("node", undefined, { type: node.type, visits });
  // The way out may be anything but the robot itself.
  if (run.state.noLine && does.needsRobot) return run.fail("noRobot", noLineText);
  run.secretly(node.sensitive);
  try {
    does.enter(run, node, node.config);
  } catch (error) {
    broken(run, error);
  }
}

/** A fault of ours must not leave a caller in silence. */
const broken = (run: Led, error: unknown): void =>
  error instanceof TooCostly
    ? endless(run, "流程一步里的计算过多")
    : run.fail("expression", error instanceof Error ? error.message : String(error));

/** No exception node is asked: it would only go on. */
function endless(run: Led, content: string): void {
  run.note("failed", content, { class: "loop" });
  run.leave("loop");
}
