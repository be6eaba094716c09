/** A recipe wants the number to have a message before its call, and time to read it (D25). Pure. */
import { minuteMs } from "@liantai/api/contract";
import { nextOpening, type CheckStep, type DialQuestion } from "../checks/index.ts";
import type { Message, Met } from "./recipes.ts";
import type { Aside } from "./store.ts";

export const toldAhead = "等待已发送短信的号码拨打";

/** full: others are to be called first. call: no hour is left for it afterwards, so that it is called now, without. */
type First = { readonly message: Message } | { readonly aside: Aside } | "full" | "call";

/**
 * All that a call has to pass was passed, but room and lines. later: when it is asked about again, so that others are called meanwhile;
 * undefined: it stays at the head.
 */
export function messageFirst(
  met: Met,
  { hours, now }: Pick<DialQuestion, "hours" | "now">,
  checks: readonly CheckStep[],
  { room, later }: { readonly room: number; readonly later: number | undefined },
): First {
  const { phone, deed } = met;
  const at = now + deed.waitMin * minuteMs;
  const nextAt = nextOpening(hours, at);
  if (nextAt === null) return "call";
  // Who reads it in the evening is not called the next morning: he reads it then.
  if (nextAt !== at) {
    const step = {
      check: "recipe",
      detail: `等待时间内外呼时段将结束，下一时段再发送短信（策略“${deed.recipe}”）`,
    } as const;
    return { aside: { phone, state: "retry", step, checks, nextAt } };
  }
  if (room > 0) return { message: { ...met, checks, nextAt } };
  if (later === undefined) return "full";
  return { aside: { phone, state: "retry", step: { check: "recipe", detail: toldAhead }, checks, nextAt: later } };
}
