/** Secrets, the codes that an app makes of them, and recovery codes: made, compared and used up. */
import { accountOf } from "@liantai/api/contract";
import { verifySync } from "otplib";
import type { RequestContext } from "../../../http/routes.ts";
import type { Random } from "../../../ports/clock.ts";
import type { Trx } from "../../../ports/database.ts";
import { createAudit, type Change, type Doer } from "../../audit/index.ts";
import type { Sealer } from "../../system/index.ts";
import { findPrincipal, lockAccount, setTotp, type Principal } from "../repository.ts";
import type { TotpDeps } from "./deps.ts";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** 160 bits (RFC 4226 section 4). */
const secretLength = 32;
const stepS = 30;
const recoveryCount = 10;
const recoveryLength = 10;

/** Tries at an account's codes are counted apart from those at its password. */
export const totpSource = (accountId: string, address: string, device: string | undefined) => ({
  userName: `totp:${accountId}`,
  address,
  device,
});

export const totpChange = (
  { id, compId, userName }: Pick<Principal, "id" | "compId" | "userName">,
  action: "enable" | "renew" | "disable" | "reset" | "useRecovery",
): Change => ({ compId, action, object: "totp", id, name: accountOf(userName) });

/** What a secret is sealed for. */
export const sealContext = (accountId: string): string => `totp:${accountId}`;

const letters = (random: Random, length: number) => Array.from({ length }, () => base32[random.int(32)]).join("");

export const makeSecret = (random: Random): string => letters(random, secretLength);

export const makeRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: recoveryCount }, () => letters(random, recoveryLength)).map(
    (each) => `${each.slice(0, 5)}-${each.slice(5)}`,
  );

/** A recovery code as it is kept. */
export const hashRecovery = (sealer: Sealer, accountId: string, code: string): string =>
  sealer.sign(`${accountId}.${code.replace("-", "").toUpperCase()}`, "totp-recovery");

/** The kept recovery codes that are not used up. */
export const recoveryLeft = (hashes: string): string[] => hashes.split(" ").filter(Boolean);

/** The time step that the code is of; undefined: of none that may be used. */
export function stepOf(secret: string, code: string, after: number | null, now: number): number | undefined {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1_000),
    epochTolerance: stepS,
    ...(after === null ? {} : { afterTimeStep: after }),
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

async function useCode(
  { ports, sealer }: TotpDeps,
  trx: Trx,
  account: Principal,
  code: string,
  from: Doer,
): Promise<boolean> {
  const { id, totpSecret, totpStep, totpRecovery } = account;
  if (totpSecret === null) return false;
  if (/^\d{6}$/.test(code)) {
    const step = stepOf(sealer.unseal(totpSecret, sealContext(id)), code, totpStep, ports.clock.now());
    if (step === undefined) return false;
    await setTotp(trx, id, { totpStep: step });
    return true;
  }
  const given = hashRecovery(sealer, id, code);
  const hashes = recoveryLeft(totpRecovery);
  if (!hashes.includes(given)) return false;
  const rest = hashes.filter((each) => each !== given);
  await setTotp(trx, id, { totpRecovery: rest.join(" ") });
  const change = { ...totpChange(account, "useRecovery"), after: { recoveryLeft: rest.length } };
  await createAudit(ports).write(trx, from, change);
  return true;
}

/** Whether the code, of the app or a recovery code, opens the account: it is used up with that. */
export const spend = (
  deps: TotpDeps,
  accountId: string,
  code: string,
  from: Pick<RequestContext, "address" | "headers">,
): Promise<boolean> =>
  // system: at the sign-in there is no enterprise to set.
  deps.ports.database.system(async (trx) => {
    // Of two that bring one code at once the second reads what the first has used.
    await lockAccount(trx, accountId);
    const account = await findPrincipal(trx, accountId);
    if (!account) return false;
    const { id: userId, userName, nickName } = account;
    return useCode(deps, trx, account, code, { ...from, caller: { userId, userName, nickName } });
  });
