/** The first step: image code, account and password. */
import { AppError, type authApi, type BodyOf } from "@liantai/api/contract";
import { verifyPassword } from "../../system/index.ts";
import { findPrincipalByName } from "../repository.ts";
import type { From, SignInDeps, TokenReply } from "./deps.ts";
import { enter } from "./opening.ts";
import { admit, logSignIn, refuseDisabled, refuseWrong } from "./refusing.ts";
import { askSecondStep } from "./second-step.ts";

export async function withPassword(
  deps: SignInDeps,
  given: BodyOf<typeof authApi.token>,
  from: From,
): Promise<TokenReply> {
  const userName = given.username ?? "";
  if (!(await deps.captchas.take(given.randomStr ?? "", given.code ?? ""))) {
    await logSignIn(deps, userName, undefined, "bad-captcha", from);
    throw new AppError("badCaptcha");
  }
  const password = await deps.transport.open(given.kid, given.password ?? "");
  // system: before sign-in there is no enterprise to set.
  const account = await deps.ports.database.system((trx) => findPrincipalByName(trx, userName));
  const device = account && deps.devices.known(from.headers["cookie"], account);
  const source = { userName, address: from.address, device };
  const attempt = await admit(deps, source, account, from);
  const right = await verifyPassword(account?.passwordHash, password);
  if (!account || !right) return refuseWrong(deps, source, account, attempt, from);
  await attempt.succeeded();
  await refuseDisabled(deps, account, from);
  if (account.totpSecret !== null) throw await askSecondStep(deps, account);
  return enter(deps, account, from);
}
