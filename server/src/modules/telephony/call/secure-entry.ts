/**
 * 安全输入: the customer types a card number or a password that nobody in the call hears and nothing writes down. Nobody hears the
 * customer meanwhile, his keys as tones included (audio.ts), the recording is silence, and the keys go to the engine's memory alone.
 */
import type { SecureEntryEnd } from "../../event-log/index.ts";
import type { Draft } from "./draft.ts";
import { limits, sentences } from "./limits.ts";
import { pauseQuiet, resumeQuiet } from "./recording.ts";
import type { SecureInput } from "./secure-input.ts";
import type { CallInput } from "./types.ts";

/** What would bring the customer's keys to other ears, or the recording back. */
const barred: ReadonlySet<CallInput["type"]> = new Set<CallInput["type"]>([
  "hold",
  "deviceHold",
  "consult",
  "transfer",
  "transferTo",
  "switchTo",
  "meeting",
  "invite",
  "survey",
  "recordControl",
  "suspend",
]);

export const isBarred = (d: Draft, { type }: CallInput): boolean => d.call.secure !== undefined && barred.has(type);

export const isSecureInput = (input: CallInput): input is SecureInput =>
  input.type === "secureEntry" || input.type === "secureEntryOver" || input.type === "secureEntryLost";

export function secureEntry(d: Draft, input: SecureInput): void {
  if (input.type === "secureEntry") return start(d, input);
  const { secure } = d.call;
  if (!secure || secure.over) return d.refuse();
  if (input.type === "secureEntryLost") return finish(d, "lost");
  if (secure.agentId !== input.agentId) return d.refuse();
  finish(d, input.keep ? "agent" : "cancelled");
}

function start(d: Draft, { agentId, name, most, ms }: Extract<SecureInput, { type: "secureEntry" }>): void {
  const by = d.ofAgent(agentId);
  const { far } = d;
  const { phase, consult, secure } = d.call;
  const talks = phase.kind === "talking" && !consult && by?.up && !by.lost && by.role !== "supervisor";
  // Colleagues have nothing to type, and who waits or is gone cannot.
  if (!talks || secure || far.role !== "customer" || !far.up || far.lost || far.heldBy) return d.refuse();
  d.set({ secure: { by: by.id, agentId, name, most, count: 0, endsAt: d.now + ms } });
  d.note({ type: "secureEntryStarted", agentId, name, most }, agentId);
  pauseQuiet(d, agentId, "secure");
  d.do({ do: "timer", name: "secureEntry", ms });
}

/** A key of the customer's. False: none is being typed in secret. */
export function secureKey(d: Draft, digit: string): boolean {
  const { secure } = d.call;
  if (!secure) return false;
  if (secure.over) {
    // He types on: the mask stays until he has stopped.
    if (d.now < secure.endsAt) d.do({ do: "timer", name: "secureEntry", ms: limits.secureSettle });
  } else if (digit === "#") finish(d, "key");
  else if (digit === "*") {
    d.set({ secure: { ...secure, count: 0 } });
    d.do({ do: "secureForget" });
  } else if (/^\d$/.test(digit)) {
    const count = secure.count + 1;
    d.set({ secure: { ...secure, count } });
    d.do({ do: "secureKey", digit });
    // The same for every key: the agent hears that there was one.
    const leg = d.party(secure.by)?.leg;
    if (leg && !d.call.conference) d.do({ do: "tone", legs: [leg], hz: limits.secureTone });
    if (count >= secure.most) finish(d, "full");
  }
  return true;
}

const kept: ReadonlySet<SecureEntryEnd> = new Set<SecureEntryEnd>(["full", "key", "agent", "limit"]);

/** What the agent reads. */
function sentenceOf(end: SecureEntryEnd, count: number): string | undefined {
  if (kept.has(end)) return count > 0 ? sentences.secureDone(count) : sentences.secureEmpty;
  if (end === "lost") return sentences.secureLost;
  return end === "customerGone" ? sentences.secureGone : undefined;
}

/** No more keys count; until the settling is over nobody hears the customer yet. */
function finish(d: Draft, end: SecureEntryEnd): void {
  const { secure } = d.call;
  if (!secure || secure.over) return;
  const { agentId, name, count } = secure;
  const digits = kept.has(end) ? count : 0;
  d.note(
    { type: "secureEntryEnded", agentId, name, end, digits },
    end === "agent" || end === "cancelled" ? agentId : "engine",
  );
  if (digits > 0) d.do({ do: "secureKeep", agentId, name });
  else d.do({ do: "secureForget" });
  const msg = sentenceOf(end, count);
  if (msg) d.do({ do: "tell", agentId, msg, ...(digits > 0 ? { level: "info" } : {}) });
  d.set({ secure: { ...secure, over: true, endsAt: d.now + limits.secureSettleMost } });
  d.do({ do: "timer", name: "secureEntry", ms: limits.secureSettle });
}

/** The time to type is over, or the time to stop typing is. */
export function secureTimer(d: Draft): void {
  if (d.call.secure?.over) return clear(d);
  finish(d, "limit");
}

function clear(d: Draft): void {
  d.set({ secure: undefined });
  d.do({ do: "clearTimer", name: "secureEntry" });
  resumeQuiet(d, "secure");
}

/** After every step: it ends with the talk, and when either of the two is out of it. */
export function dropSecureEntry(d: Draft): void {
  const { secure, phase } = d.call;
  if (!secure || phase.kind === "ended") return;
  const by = d.party(secure.by);
  const { far } = d;
  if (!by || by.lost || by.agentId !== secure.agentId) finish(d, "agentGone");
  if (!far.up || far.lost) finish(d, "customerGone");
  if (phase.kind === "talking") return;
  finish(d, "agentGone");
  clear(d);
}

/** The call ends: told before its end. */
export function endSecureEntry(d: Draft, byCustomer: boolean): void {
  finish(d, byCustomer ? "customerGone" : "agentGone");
}
