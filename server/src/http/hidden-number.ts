/** isHiddenNum binds the person: whoever sees no numbers makes no account or seat, and keeps none, that does (console.md section 5). */
import { AppError } from "@liantai/api/contract";
import { fieldRefusal } from "./refusals.ts";
import type { Caller } from "./routes.ts";

type Who = Pick<Caller, "isHiddenNum" | "isSys">;

/** The system administrator may all, the own account included. */
export const isBound = ({ isHiddenNum, isSys }: Who): boolean => isHiddenNum && isSys !== true;

const text = "您的账号已隐藏号码，不能让其他账号或自己看到完整号码";
/** Of a row of a sheet that lets somebody see numbers. */
export const liftedText = (caller: Who): string | undefined => (isBound(caller) ? text : undefined);

/** `before`: of the account as it stands; undefined: it is being made. Throws AppError. */
export function checkLifted(caller: Who, wanted: number | undefined, before: number | undefined): void {
  if (!isBound(caller) || (wanted ?? before ?? 0) === 1 || before === 0) return;
  throw fieldRefusal("isHiddenNum", "隐藏号码", text);
}

interface Receiver {
  readonly sendFullNumbers: number;
  readonly url: string;
}
/** What is sent to a server of one's own is seen there. `before`: the interface as it stands. Throws AppError. */
export function checkReceiver(caller: Who, wanted: Receiver, before: Receiver | undefined): void {
  if (!isBound(caller) || wanted.sendFullNumbers !== 1) return;
  if (before?.sendFullNumbers === 1 && before.url === wanted.url) return;
  throw fieldRefusal("sendFullNumbers", "发送完整号码", "您的账号已隐藏号码，不能让接口收到完整号码");
}

/** Whoever sets the password of an account can become it. Throws AppError. */
export function checkTakeOver(caller: Who, { isHiddenNum }: { readonly isHiddenNum: number }): void {
  if (isBound(caller) && isHiddenNum !== 1)
    throw new AppError("forbidden", "您的账号已隐藏号码，不能重置可以看到完整号码的账号的密码");
}
