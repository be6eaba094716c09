/**
 * What nodes that wait for the caller share: the wording, the first and the following time-outs, and what is said the first, second …
 * time that he was not understood or said nothing (flows.md B8): the node's own limit and wordings, else the flow's.
 */
import "../../locale.ts";
import { number } from "yup";
import type { ProgramNode } from "./program.ts";
import type { Run } from "./run.ts";
import type { Said } from "./session.ts";

/** tries 0: the flow's own limit. Times in seconds. */
export const askingFields = {
  firstSeconds: number().label("首位等待（秒）").integer().min(1).max(60).default(5),
  tries: number().label("最多次数").integer().min(0).max(9).default(3),
};
interface Asking {
  readonly firstSeconds: number;
  readonly tries: number;
}

/** Puts the question; `listen` begins to wait once it stands. */
export function ask(
  run: Run,
  node: ProgramNode,
  { firstSeconds }: Asking,
  { bargeIn }: { readonly bargeIn: boolean },
): void {
  const playing = run.play(run.wording(node), { stopOnKey: bargeIn });
  run.local(playing === "" ? { playing: "", timer: run.timer(firstSeconds * 1_000) } : { playing, timer: "" });
}

/** The wording is over: from now on the caller's time runs. True: it was that. */
export function asked(run: Run, { firstSeconds }: Asking, id: string): boolean {
  if (run.state.local["playing"] !== id) return false;
  run.local({ playing: "", timer: run.timer(firstSeconds * 1_000) });
  return true;
}

export const stopAsking = (run: Run): void => {
  run.hush(run.state.local["playing"]);
  run.clearTimer(run.state.local["timer"]);
  run.local({ playing: "", timer: "" });
};

/** Not understood, or nothing came, once more: what is said now; null: it is enough. */
export function nextTry(
  run: Run,
  node: ProgramNode,
  tries: number,
  why: "unknown" | "timeout",
  repeats = true,
): readonly Said[] | null {
  const count = run.count(why);
  const { limit, talkings } = run.program.globals[why];
  if (count >= (tries > 0 ? tries : limit)) return null;
  const own = node.missed ? run.wording({ talkings: node.missed[why] }, count) : [];
  const said =
    own.length > 0 ? own : run.wording({ talkings: talkings[Math.min(count, talkings.length) - 1] ?? [] }, count);
  return [...said, ...(repeats ? run.wording(node) : [])];
}

/** The same for keys, with what follows from it. */
export function again(
  run: Run,
  node: ProgramNode,
  config: Asking,
  why: "unknown" | "timeout",
  { bargeIn }: { readonly bargeIn: boolean },
): "again" | "enough" {
  stopAsking(run);
  const says = nextTry(run, node, config.tries, why);
  if (says === null) return "enough";
  const playing = run.play(says, { stopOnKey: bargeIn });
  run.local(playing === "" ? { playing: "", timer: run.timer(config.firstSeconds * 1_000) } : { playing, timer: "" });
  return "again";
}
