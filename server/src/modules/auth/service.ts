/** The signed-in user, the list of sessions, and the operator's home. */
import {
  AppError,
  isOperator,
  type authApi,
  type BodyOf,
  type ReplyOf,
  type TotpRequired,
} from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { OrganisationModule } from "../organisation/index.ts";
import { mayEndSession, mustEnrol, sessionScope } from "./policy.ts";
import { presentEnteredUser, presentSession, presentUser, type UserInfo } from "./present.ts";
import { findPrincipal } from "./repository.ts";
import { countLive, findSession, listSessions } from "./session-repository.ts";
import type { SessionStore } from "./sessions.ts";

export interface RunningInfo {
  readonly version: string;
  /** embedded | asterisk */
  readonly switch: string;
}

export interface AuthService {
  user(caller: Caller): Promise<UserInfo>;
  logout(caller: Caller): Promise<null>;
  list(caller: Caller, query: BodyOf<typeof authApi.sessions>): Promise<ReplyOf<typeof authApi.sessions>>;
  end(caller: Caller, sessionId: string): Promise<null>;
  operatorHome(): Promise<ReplyOf<typeof authApi.operatorHome>>;
}

export function createAuthService(
  ports: Pick<Ports, "database" | "broker" | "clock" | "switch">,
  organisation: OrganisationModule,
  sessions: SessionStore,
  info: RunningInfo,
  totpRequired: TotpRequired,
): AuthService {
  const { database, broker, clock } = ports;
  const startedAt = clock.now();
  /** Whether other people's sessions are the caller's business: the button 强制下线, of operators the page of accounts. */
  async function supervises(caller: Caller): Promise<boolean> {
    if (caller.entered) return true;
    const { buttons, pages } = await organisation.menus.rights(caller.compId, caller.roleId);
    return isOperator(caller) ? pages.has("/operateaccount") : buttons.has("account.end");
  }
  return {
    async user(caller) {
      const { compId, agentId, entered } = caller;
      const [account, enterprise, seat, skillGroups, defaultNumber] = await Promise.all([
        // tenant hides nothing here: enterprise is read with its own code, and operators have none.
        // system: inside an enterprise the account is none of the enterprise's.
        entered
          ? database.system((trx) => findPrincipal(trx, caller.userId))
          : database.tenant(compId, (trx) => findPrincipal(trx, caller.userId)),
        organisation.enterprises.get(compId),
        agentId ? organisation.seats.get(compId, agentId) : undefined,
        agentId ? organisation.seats.skillGroups(compId, agentId) : [],
        organisation.defaultNumber(compId, agentId),
      ]);
      if (!account) throw new AppError("noSession");
      const profile = { account, enterprise, seat, skillGroups, defaultAccessNumber: defaultNumber?.number ?? null };
      return entered
        ? presentEnteredUser(profile, caller, clock.now())
        : presentUser(profile, caller.sessionId, clock.now(), mustEnrol(account, totpRequired));
    },
    async logout(caller) {
      // Whoever signs out inside an enterprise signs out altogether (console.md section 4, Logout).
      const from = caller.entered ? await database.system((trx) => findSession(trx, caller.sessionId)) : undefined;
      await sessions.end({ id: from?.enteredFrom ?? caller.sessionId }, "logout");
      return null;
    },
    async list(caller, { mine, pageNo, pageSize }) {
      const scope = mine || !(await supervises(caller)) ? { accountId: caller.userId } : sessionScope(caller);
      const now = new Date(clock.now());
      const read = (trx: Parameters<typeof listSessions>[0]) => listSessions(trx, scope, now, { pageNo, pageSize });
      // system: an operator lists sessions of all enterprises.
      const { list, total } =
        isOperator(caller) || caller.entered ? await database.system(read) : await database.tenant(caller.compId, read);
      return { list: list.map((row) => presentSession(row, caller.sessionId)), total, pageNo, pageSize };
    },
    async end(caller, sessionId) {
      // system: the policy below compares enterprises; a foreign session is answered like one that does not exist.
      const session = await database.system((trx) => findSession(trx, sessionId));
      if (!session || session.endedAt || !mayEndSession(caller, session)) throw new AppError("notFound");
      if (session.accountId !== caller.userId && !(await supervises(caller))) throw new AppError("notFound");
      await sessions.end({ id: sessionId }, sessionId === caller.sessionId ? "logout" : "ended");
      return null;
    },
    async operatorHome() {
      // system: figures of the whole installation, for operators.
      const counts = await database.system((trx) => countLive(trx, new Date(clock.now())));
      const { legs, registered } = ports.switch.stats();
      return {
        ...counts,
        version: info.version,
        database: database.kind,
        broker: broker.kind,
        switch: info.switch,
        uptimeS: Math.floor((clock.now() - startedAt) / 1000),
        legs,
        registered,
      };
    },
  };
}
