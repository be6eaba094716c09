/** What the ledger keeps of an attempt, whoever dials: an entry when it is committed, and one when it is over. */
import type { CloseInput, Closed } from "../attempts/closing-repository.ts";
import type { CheckStep } from "../checks/index.ts";
import type { LedgerEntry } from "./repository.ts";

interface DialledPhone {
  readonly id: string;
  readonly taskId: string;
  readonly consentSource: string;
  readonly consentAt: Date | null;
  readonly place: string;
}

export interface Dialled {
  readonly attemptId: string;
  readonly phone: DialledPhone;
  /** Which one of the number's. */
  readonly attempt: number;
  /** '' : the call itself chooses the number that it shows. */
  readonly displayed: string;
  /** What is said in the calls: the task's kind. */
  readonly kind: string;
  readonly checks: readonly Pick<CheckStep, "check" | "detail">[];
  /** By which it was decided: rulesVersion. */
  readonly rules: string;
  /** Who dials; none: the task does. */
  readonly agentId?: string;
}

export const told = (checks: Dialled["checks"]) => checks.map(({ check, detail }) => ({ check, detail }));

export const dialledEntry = ({ attemptId, phone, checks, ...more }: Dialled): LedgerEntry => ({
  kind: "dialled",
  taskId: phone.taskId,
  phoneId: phone.id,
  attemptId,
  body: {
    ...more,
    checks: told(checks),
    consentAt: phone.consentAt?.toISOString() ?? null,
    consentSource: phone.consentSource,
    place: phone.place,
  },
});

export const endedEntry = (
  { taskId, phoneId }: Pick<Closed, "taskId" | "phoneId">,
  {
    attemptId,
    abandoned,
    answerer,
    cause,
    code,
    displayed,
    endedAt,
    witness,
    wording,
  }: Omit<CloseInput, "compId" | "result" | "level" | "score">,
): LedgerEntry => ({
  kind: "ended",
  ...{ taskId, phoneId, attemptId },
  body: {
    ...{ abandoned, answerer, cause, code, witness, wording },
    // Of a seat's call, which chooses the number that it shows by itself.
    displayed: displayed === "" ? undefined : displayed,
    endedAt: new Date(endedAt).toISOString(),
  },
});

/** Its call never came to the customer, and it does not count. cause: of the call; '': there was none. */
export const withdrawnEntry = (
  of: { readonly taskId: string; readonly phoneId: string },
  attemptId: string,
  cause = "",
): LedgerEntry => ({
  kind: "ended",
  ...of,
  attemptId,
  body: { withdrawn: true, ...(cause === "" ? {} : { cause }) },
});
