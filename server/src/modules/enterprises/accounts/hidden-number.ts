/** isHiddenNum binds the person: whoever sees no numbers makes no account, and keeps none, that does (console.md section 5). */
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller } from "../../../http/routes.ts";

type Who = Pick<Caller, "isHiddenNum" | "isSys">;

/** The system administrator may all, the own account included. */
export const isBound = ({ isHiddenNum, isSys }: Who): boolean => isHiddenNum && isSys !== true;

/** `before`: of the account as it stands; undefined: it is being made. Throws AppError. */
export function checkLifted(caller: Who, wanted: number | undefined, before: number | undefined): void {
  if (!isBound(caller) || (wanted ?? before ?? 0) === 1 || before === 0) return;
  throw fieldRefusal("isHiddenNum", "隐藏号码", "您的账号已隐藏号码，不能让其他账号或自己看到完整号码");
}
