/**
 * A follow-up from the moment it is made to its end (protocol V6): pure. `applyToFollowUp` gives what becomes of it and whether its seat is
 * to be told again, or refuses in a sentence.
 */

export type FollowUp =
  | { readonly kind: "open"; readonly dueAt: number; readonly tries: number }
  | { readonly kind: "done"; readonly tries: number; readonly endedAt: number }
  | { readonly kind: "gaveUp"; readonly tries: number; readonly endedAt: number };
export type FollowUpState = FollowUp["kind"];

export type FollowUpInput =
  /** The customer was reached, and said what the form asks. */
  | { readonly type: "done" }
  /** Nobody answered; `nextAt`: when it is tried again. */
  | { readonly type: "noAnswer"; readonly nextAt: number }
  | { readonly type: "giveUp" }
  /** Another time. One that was given up begins anew. */
  | { readonly type: "arrange"; readonly dueAt: number }
  /** What it is about was deleted. */
  | { readonly type: "lost" };

export const followUpStates = { open: "待回访", done: "已回访", gaveUp: "已放弃" } as const satisfies Readonly<
  Record<FollowUpState, string>
>;

/** What somebody says that he did. */
export const followUpCommands = { done: "完成回访", noAnswer: "未接通", giveUp: "放弃回访", arrange: "改期" } as const;
export type FollowUpCommand = keyof typeof followUpCommands;

type FollowUpOutcome = { readonly ok: true; readonly next: FollowUp } | { readonly ok: false; readonly text: string };

interface Around {
  readonly now: number;
  /** How often it is tried. */
  readonly most: number;
}

const no = (text: string): FollowUpOutcome => ({ ok: false, text });
const over = (of: Exclude<FollowUp, { kind: "open" }>, what: string): FollowUpOutcome =>
  no(`该回访${followUpStates[of.kind]}，不能${what}`);

export function applyToFollowUp(of: FollowUp, input: FollowUpInput, { now, most }: Around): FollowUpOutcome {
  switch (input.type) {
    case "done":
      if (of.kind !== "open") return over(of, "再次完成");
      return { ok: true, next: { kind: "done", tries: of.tries + 1, endedAt: now } };
    case "noAnswer": {
      if (of.kind !== "open") return over(of, "登记未接通");
      const tries = of.tries + 1;
      if (tries >= most) return { ok: true, next: { kind: "gaveUp", tries, endedAt: now } };
      if (input.nextAt <= now) return no("下次回访时间应晚于当前时间");
      return { ok: true, next: { kind: "open", tries, dueAt: input.nextAt } };
    }
    case "giveUp":
      if (of.kind !== "open") return over(of, "放弃");
      return { ok: true, next: { kind: "gaveUp", tries: of.tries, endedAt: now } };
    case "arrange":
      if (of.kind === "done") return over(of, "改期");
      if (input.dueAt <= now) return no("回访时间应晚于当前时间");
      return { ok: true, next: { kind: "open", tries: of.kind === "gaveUp" ? 0 : of.tries, dueAt: input.dueAt } };
    case "lost":
      if (of.kind !== "open") return over(of, "作废");
      return { ok: true, next: { kind: "gaveUp", tries: of.tries, endedAt: now } };
  }
}
