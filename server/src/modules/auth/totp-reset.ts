/** npm run totp-reset: for whoever lost telephone and recovery codes and has nobody above to reset them. */
import { operatorCode, RoleTypes } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import { createAudit } from "../audit/index.ts";
import { lockTotpAccounts, noTotp, setTotp } from "./repository.ts";
import type { SessionStore } from "./sessions.ts";
import { totpChange } from "./totp/codes.ts";

/** ACCOUNT of an operator, ENTERPRISE/ACCOUNT of an administrator; ENTERPRISE/4/ACCOUNT where two role types share the name. */
const named = /^(?:(\d{6})\/(?:([14])\/)?)?([^/\s]{1,64})$/;

export interface TotpResetDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "random">;
  readonly sessions: Pick<SessionStore, "end">;
}

const takes = "takes ACCOUNT of an operator, or ENTERPRISE/ACCOUNT of an administrator, e.g. admin or 100001/admin";

/** The name that is typed at the sign-in is ENTERPRISE, role type and ACCOUNT in one: nearly right here. */
function unknown(name: string, compId: string): string {
  if (compId !== operatorCode) return `${name}: the enterprise ${compId} has no administrator of this name`;
  const [, enterprise, account] = /^(\d{6})[014](\S+)$/.exec(name) ?? [];
  const meant = enterprise === operatorCode ? account : `${enterprise}/${account}`;
  const hint = account
    ? `if it is the user name of a sign-in, give ${meant}`
    : `an administrator is ENTERPRISE/${name}`;
  return `${name}: no operator has this name; ${hint}`;
}

/** Switches the second step of an account off and ends its sessions. Throws an Error that says what is wrong with the name. */
export async function resetTotp({ ports, sessions }: TotpResetDeps, name: string): Promise<void> {
  const [, compId = operatorCode, roleType, account] = named.exec(name) ?? [];
  if (account === undefined) throw new Error(takes);
  const audit = createAudit(ports);
  // system: whoever runs the machine is of no enterprise.
  const id = await ports.database.system(async (trx) => {
    const accounts = await lockTotpAccounts(
      trx,
      compId,
      account,
      roleType === undefined
        ? RoleTypes.managers
        : RoleTypes.administrators.filter((each) => each === Number(roleType)),
    );
    if (accounts.length === 0) throw new Error(unknown(name, compId));
    const [row, another] = accounts.filter(({ totpSecret }) => totpSecret !== null);
    if (!row) throw new Error(`${name}: the second step is not on, the password alone signs in; nothing was changed`);
    if (another) throw new Error(`${name} names two accounts: say ${compId}/1/${account} or ${compId}/4/${account}`);
    await setTotp(trx, row.id, noTotp);
    const caller = { userId: "", userName: "", nickName: "服务器命令行" };
    await audit.write(trx, { caller, address: "", headers: {} }, totpChange(row, "reset"));
    return row.id;
  });
  await sessions.end({ accountId: id }, "ended");
}
