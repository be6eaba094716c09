/** What a voice of 挂起转 asks, and what the customer presses there. */
import type { Draft } from "./draft.ts";
import { limits, sentences } from "./limits.ts";
import { finish, silence } from "./suspend-over.ts";
import type { Suspension } from "./suspension.ts";

/** Asked once more, or for the first time. */
export function askNext(d: Draft): void {
  const { suspended, far } = { suspended: d.call.suspended, far: d.far };
  if (!suspended || far.leg === undefined) return;
  const { text, path } = suspended.target;
  const turn = suspended.turn + 1;
  const tag = d.next();
  d.set({ suspended: { ...suspended, turn, keys: "", count: 0 }, playing: { tag, what: "suspended" } });
  const words = turn > 1 ? `${sentences.suspendAgain}${text}` : text;
  d.do({ do: "say", leg: far.leg, text: words, ...(path === undefined ? {} : { path }), tag });
  // Should its end never be told.
  d.do({ do: "timer", name: "suspended", ms: limits.voice });
}

/** Not answered, or with what means nothing. */
function again(d: Draft, { turn, target }: Suspension): void {
  if (target.ask.want === "nothing") return finish(d, "done");
  if (turn >= target.ask.turns) return finish(d, "failed");
  silence(d);
  if (target.ask.want === "digits" && target.ask.secret) d.do({ do: "secureForget" });
  askNext(d);
}

export function keyOf(d: Draft, digit: string): void {
  const { suspended } = d.call;
  if (!suspended) return;
  const { ask } = suspended.target;
  if (ask.want === "nothing") return;
  // Who knows what he is asked need not hear it to the end.
  silence(d);
  if (ask.want === "digits") return digitKey(d, suspended, digit);
  const chosen = ask.options.find(({ key }) => key === digit);
  if (!chosen) return again(d, suspended);
  d.set({ suspended: { ...suspended, keys: digit, count: 1 } });
  finish(d, "done", chosen.name);
}

function digitKey(d: Draft, suspended: Suspension, digit: string): void {
  const { ask } = suspended.target;
  if (ask.want !== "digits") return;
  if (digit === "#") return enough(d, suspended);
  if (digit === "*") {
    d.set({ suspended: { ...suspended, keys: "", count: 0 } });
    if (ask.secret) d.do({ do: "secureForget" });
  } else if (/^\d$/.test(digit)) {
    const next = {
      ...suspended,
      count: suspended.count + 1,
      keys: ask.secret ? "" : `${suspended.keys}${digit}`,
    };
    d.set({ suspended: next });
    if (ask.secret) d.do({ do: "secureKey", digit });
    if (next.count >= ask.most) return finish(d, "done", next.keys);
  }
  d.do({ do: "timer", name: "suspended", ms: ask.seconds * 1_000 });
}

/** What there is counts, if it is as many as were asked for. */
function enough(d: Draft, suspended: Suspension): void {
  const { ask } = suspended.target;
  if (ask.want === "digits" && suspended.count >= ask.least) return finish(d, "done", suspended.keys);
  again(d, suspended);
}

export function outOfTime(d: Draft): void {
  const { suspended } = d.call;
  if (suspended) enough(d, suspended);
}
