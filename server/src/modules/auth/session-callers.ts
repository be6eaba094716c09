/** Who calls with a session, or why nobody does: read from the tables, never kept (session-cache.ts keeps). */
import { isOperator, type ErrorName, type TotpRequired } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { SystemOptions } from "../../ports/database.ts";
import { companiesOf, findEntered, type EnteredEnterprise } from "./entered-repository.ts";
import { heldBy, mustEnrol } from "./policy.ts";
import { presentCaller, presentEntered } from "./present.ts";
import { findPrincipal, listPrincipals, type Principal } from "./repository.ts";
import { findOutside, listLiving, type EndReason, type SessionRow } from "./session-repository.ts";
import { sessionEnd } from "./tokens.ts";

export interface Refused {
  readonly refused: ErrorName;
}

export const isRefused = (answer: object): answer is Refused => "refused" in answer;

/** Who calls is found out while requests wait for connections, too. */
export const lane: SystemOptions = { lane: "sessions" };

export interface CallerDeps {
  readonly ports: Pick<Ports, "database" | "clock">;
  readonly sessionDays: number;
  readonly totpRequired: TotpRequired;
}

/** What a page is told when its session is over. */
const refusals: Readonly<Record<EndReason, ErrorName>> = {
  elsewhere: "elsewhere",
  ended: "ended",
  logout: "noSession",
  expired: "noSession",
  password: "noSession",
  disabled: "ended",
  pushedOut: "pushedOut",
  enterprise: "enterpriseStopped",
};

/** Past its absolute end: the page is told that it is no fault of its own. */
async function tooOld({ ports: { database, clock }, sessionDays }: CallerDeps, row: SessionRow): Promise<boolean> {
  // system: as below; the operator's own session waits outside of the enterprise.
  const outside = await database.system((trx) => findOutside(trx, row), lane);
  return sessionEnd(outside.createdAt, sessionDays) <= clock.now();
}

/** What else than the row says who calls. */
interface Around {
  readonly account: Principal;
  /** Those that an operator looks after; undefined: all, or he is none. */
  readonly companies: ReadonlySet<string> | undefined;
  /** The enterprise that he entered. */
  readonly inside: EnteredEnterprise | undefined;
}

/** The operator as a caller inside the enterprise that he entered. */
function insideOf(
  { totpRequired }: CallerDeps,
  row: SessionRow,
  enteredCompId: string,
  { account, companies, inside }: Around,
): Caller | Refused {
  // Outside he is led to the second step; whoever was inside when it became a duty comes out first.
  if (mustEnrol(account, totpRequired)) return { refused: "ended" };
  // An enterprise that went to another unit is no longer the operator's to be in.
  if (companies?.has(enteredCompId) === false) return { refused: "ended" };
  return inside ? presentEntered(account, inside, row.id) : { refused: "noSession" };
}

/** Why nobody calls, whatever the session says. */
function outOfService(account: Principal | undefined, row: SessionRow): ErrorName | undefined {
  if (!account) return "noSession";
  // 2: out of service as soon as the call is over; until then the session lives (modules/seats/service-end.ts).
  if (account.enabled === 0) return "ended";
  return account.enterpriseEnabled === 0 && row.endsAfterCall !== 1 ? "enterpriseStopped" : undefined;
}

/** Of a living session whose account is in service. */
function callerAmong(deps: CallerDeps, row: SessionRow, around: Around): Caller | Refused {
  const { account, companies } = around;
  if (row.enteredCompId !== null) return insideOf(deps, row, row.enteredCompId, around);
  return presentCaller(account, row.id, heldBy(account, deps.ports.clock.now(), deps.totpRequired), companies);
}

export async function callerOf(deps: CallerDeps, row: SessionRow | undefined): Promise<Caller | Refused> {
  const { database, clock } = deps.ports;
  if (!row) return { refused: "noSession" };
  if (row.accessExpiresAt.getTime() <= clock.now() && (!row.endedAt || row.endReason === "expired"))
    return { refused: (await tooOld(deps, row)) ? "sessionTooOld" : "noSession" };
  if (row.endedAt) return { refused: row.endReason ? refusals[row.endReason] : "noSession" };
  // system: who calls, and so which enterprise to set, is what is being found out.
  const account = await database.system((trx) => findPrincipal(trx, row.accountId), lane);
  const refused = outOfService(account, row);
  if (!account || refused) return { refused: refused ?? "noSession" };
  // Nobody else has any: who is no operator costs no transaction more.
  const companies = isOperator(account) ? await database.system((trx) => companiesOf(trx, account), lane) : undefined;
  const { enteredCompId } = row;
  const inside =
    enteredCompId === null ? undefined : await database.system((trx) => findEntered(trx, enteredCompId), lane);
  return callerAmong(deps, row, { account, companies, inside });
}

/** The same of many at once, those left out whose session or account no longer lives. */
export async function callersOf(deps: CallerDeps, sessionIds: readonly string[]): Promise<ReadonlyMap<string, Caller>> {
  const { database, clock } = deps.ports;
  const callers = new Map<string, Caller>();
  if (sessionIds.length === 0) return callers;
  // system: as above.
  await database.system(async (trx) => {
    const rows = await listLiving(trx, sessionIds, new Date(clock.now()));
    const accounts = new Map(
      (
        await listPrincipals(
          trx,
          rows.map((row) => row.accountId),
        )
      ).map((account) => [account.id, account]),
    );
    for (const row of rows) {
      const account = accounts.get(row.accountId);
      if (!account || outOfService(account, row)) continue;
      // Operators are few.
      const companies = isOperator(account) ? await companiesOf(trx, account) : undefined;
      const inside = row.enteredCompId === null ? undefined : await findEntered(trx, row.enteredCompId);
      const caller = callerAmong(deps, row, { account, companies, inside });
      if (!isRefused(caller)) callers.set(row.id, caller);
    }
  }, lane);
  return callers;
}
