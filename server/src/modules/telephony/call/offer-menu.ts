/** What who waits is offered: to go on waiting, to be called back in his place, or to leave a message (docs/protocol.md Q10). */
import type { Draft } from "./draft.ts";
import { farewell } from "./ending.ts";
import { limits, sentences } from "./limits.ts";
import type { OfferMenu } from "./offer-step.ts";
import { queueOf, type CallInput } from "./types.ts";
import { leaveMessage } from "./voicemail.ts";

/** The caller answers a question: nothing else is said to him meanwhile. */
export const inDialogue = ({ menu }: { readonly menu?: OfferMenu | undefined }): boolean =>
  menu !== undefined && menu.step !== "offered";

/** It is time to offer it. */
export function offerMenu(d: Draft): void {
  const menu = queueOf(d.call)?.menu;
  if (!menu || inDialogue(d.call)) return;
  if (d.call.playing) return d.do({ do: "timer", name: "menu", ms: limits.announceLater });
  d.do({ do: "timer", name: "menu", ms: menu.everyMs });
  if (!d.far.leg || d.far.lost) return;
  d.set({ menu: { step: "offered", number: "" } });
  d.note({ type: "menuOffered" });
  say(d, sentences.menu(menu), menu.path);
}

function say(d: Draft, text: string, path?: string): void {
  const { leg } = d.far;
  if (leg === undefined) return;
  const tag = d.next();
  d.set({ playing: { tag, what: "menu" } });
  d.do({ do: "say", leg, text, tag, ...(path === undefined ? {} : { path }) });
}

/** The question is put again when nothing is pressed in time, then the caller waits on. */
function ask(d: Draft, menu: OfferMenu, text: string): void {
  d.set({ menu });
  say(d, text);
  d.do({ do: "timer", name: "menuKey", ms: limits.menuKey });
}

const isNumber = (number: string): boolean => /^\d{3,20}$/.test(number);

const confirm = (d: Draft, number: string): void =>
  ask(d, { step: "confirming", number }, sentences.callbackNumber(number));
const type = (d: Draft): void => ask(d, { step: "typing", number: "" }, sentences.typeNumber);

const askNumber = (d: Draft): void => (isNumber(d.far.number) ? confirm(d, d.far.number) : type(d));

/** He is led to being called back without having to wait for the menu. */
export function offerCallback(d: Draft, groupId: string): void {
  const { phase } = d.call;
  d.phase({ kind: "callback", groupId, cause: phase.kind === "routing" ? phase.cause : "byTarget" });
  askNumber(d);
}

export function menuKey(d: Draft, digit: string): void {
  const { menu } = d.call;
  const queue = queueOf(d.call);
  if (!menu) return;
  switch (menu.step) {
    case "offered":
      if (digit === "1") return wait(d);
      if (digit === "3" && queue?.menu?.voicemailMs !== undefined) {
        d.note({ type: "menuChosen", choice: "voicemail" }, d.actor(d.far));
        return leaveMessage(d);
      }
      if (digit !== "2" || !queue?.menu?.callback) return;
      d.note({ type: "menuChosen", choice: "callback" }, d.actor(d.far));
      return askNumber(d);
    case "confirming":
      if (digit === "1") return request(d, menu.number);
      return digit === "2" ? type(d) : confirm(d, menu.number);
    case "typing":
      return typed(d, menu.number, digit);
    case "asked":
      return;
  }
}

function typed(d: Draft, number: string, digit: string): void {
  if (digit === "#") return isNumber(number) ? confirm(d, number) : type(d);
  if (digit === "*") return type(d);
  if (!/^\d$/.test(digit) || number.length >= 20) return;
  // The words are cut off by the first key: who types does not need them.
  if (number === "" && d.far.leg) d.do({ do: "hush", leg: d.far.leg });
  d.set({ menu: { step: "typing", number: number + digit }, playing: undefined });
  d.do({ do: "timer", name: "menuKey", ms: limits.menuKey });
}

function wait(d: Draft): void {
  d.note({ type: "menuChosen", choice: "wait" }, d.actor(d.far));
  if (d.call.playing?.what === "menu" && d.far.leg) d.do({ do: "hush", leg: d.far.leg });
  leaveMenu(d);
}

/** Whose callback it would be. */
const groupOf = ({ call }: Draft): string | undefined =>
  call.phase.kind === "callback" ? call.phase.groupId : queueOf(call)?.groups[0]?.id;

function request(d: Draft, number: string): void {
  const groupId = groupOf(d);
  if (groupId === undefined) return;
  // Should nobody answer this, the caller waits on.
  d.do({ do: "timer", name: "menuKey", ms: limits.menuKey });
  d.set({ menu: { step: "asked", number } });
  d.do({ do: "askCallback", number, groupId });
}

/** Nothing was pressed in time. */
export function menuKeyMissed(d: Draft): void {
  const { phase } = d.call;
  if (phase.kind === "callback") return farewell(d, phase.cause, undefined, sentences.noKey);
  if (d.call.phase.kind === "waiting" && inDialogue(d.call)) leaveMenu(d);
}

/** Back to waiting: the music, and the menu again in its time. */
function leaveMenu(d: Draft): void {
  const every = queueOf(d.call)?.menu?.everyMs;
  d.do({ do: "clearTimer", name: "menuKey" });
  d.set({ menu: { step: "offered", number: "" } });
  if (d.call.playing?.what === "menu") d.set({ playing: undefined });
  if (every) d.do({ do: "timer", name: "menu", ms: every });
}

/** The callback is kept, or cannot be made. */
export function callbackAsked(d: Draft, { id, number }: Extract<CallInput, { type: "callbackAsked" }>): void {
  const { phase } = d.call;
  if ((phase.kind !== "waiting" && phase.kind !== "callback") || d.call.menu?.step !== "asked") {
    // A phone rings for him already: he is not called back, too.
    if (id !== undefined) d.do({ do: "dropCallback", id });
    return;
  }
  if (id === undefined) {
    d.note({ type: "callbackRefused", to: number });
    if (phase.kind === "callback") return farewell(d, phase.cause, undefined, sentences.noCallbackAtAll);
    leaveMenu(d);
    return say(d, sentences.noCallback);
  }
  d.note({ type: "callbackRequested", id, to: number, skillGroupId: groupOf(d) ?? "" }, d.actor(d.far));
  farewell(d, "callbackRequested");
}
