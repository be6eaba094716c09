/** Sign-in, sessions, passwords and socket tickets. The only face of this module. */
import { isOperator, type TotpRequired } from "@liantai/api/contract";
import type { Module } from "../../http/module.ts";
import type { Caller } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { OrganisationModule } from "../organisation/index.ts";
import type { Sealer } from "../system/index.ts";
import { createCaptchas, revealer, type RevealSettings } from "./captcha/index.ts";
import { createDevices } from "./devices.ts";
import { createEntering } from "./entering.ts";
import { createPasswordKeys } from "./keys.ts";
import { createPasswords } from "./passwords.ts";
import { createPurge, type Purged } from "./purge.ts";
import { authRoutes } from "./routes.ts";
import { createAuthService, type RunningInfo } from "./service.ts";
import { presentCaller } from "./present.ts";
import { findPrincipal, findStanding, type Standing } from "./repository.ts";
import { createSessions, type Sessions, type SessionStore } from "./sessions.ts";
import { createSignIn } from "./signin/index.ts";
import { createThrottle } from "./throttle.ts";
import { createTotp } from "./totp/index.ts";
import { resetTotp } from "./totp-reset.ts";
import { createTickets, type Tickets } from "./tickets.ts";
import { createPasswordTransport, type PasswordTransport } from "./password-transport.ts";

export {
  deleteAccount,
  deleteAccountsOf,
  deleteSeatAccounts,
  insertAccounts,
  keepAll,
  keepTalking,
  moveSeatAccounts,
  takeLeaving,
  updateAccount,
  updateSeatAccounts,
} from "./account-repository.ts";
export { captchaKey, type RevealSettings } from "./captcha/index.ts";
export { createPasswordKeys };
export { isRefused } from "./session-callers.ts";
export type { Sessions } from "./sessions.ts";
export { noTotp } from "./repository.ts";
export { liveSeatSessions, liveUntil } from "./session-repository.ts";
export { totpChange } from "./totp/codes.ts";
export type { Standing } from "./repository.ts";
export { hashToken } from "./tokens.ts";
export { ticketMs, type Tickets } from "./tickets.ts";
export type { RunningInfo } from "./service.ts";

export interface AuthDeps {
  readonly ports: Pick<Ports, "database" | "broker" | "clock" | "random" | "logger" | "switch">;
  readonly organisation: OrganisationModule;
  readonly sealer: Sealer;
  readonly info: RunningInfo;
  /** SESSION_DAYS. */
  readonly sessionDays?: number | undefined;
  /** TOTP_REQUIRED; default none. */
  readonly totpRequired?: TotpRequired | undefined;
  /** LIANTAI_E2E: lets a browser journey read image codes. Throws where others could. */
  readonly reveal?: RevealSettings;
}

export interface AuthModule extends Module {
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  /** Ends live sessions (the caller has decided that it may) and tells every process. */
  endSessions: SessionStore["end"];
  /** A password that the page encrypted for the server's key; the plain text. Throws AppError 'invalid'. */
  openPassword: PasswordTransport["open"];
  /** How an account stands now, in this enterprise. undefined: it is gone or out of service, or the enterprise is. */
  standing(accountId: string, compId: string): Promise<Standing | undefined>;
  /** npm run totp-reset. Throws an Error that says what is wrong with the name. */
  resetTotp(name: string): Promise<void>;
  /**
   * An operator who looks after all enterprises, as a caller whose session is `sessionId`: a credential of his that is
   * no session acts as he may now. undefined: he is gone, out of service, or of a unit.
   */
  superOperator(accountId: string, sessionId: string): Promise<Caller | undefined>;
  /** Removes sessions and login attempts that are kept long enough. */
  readonly purge: () => Promise<Purged>;
  /**
   * Whether the caller's role was granted a button (category-1 menu code). Operators press those of enterprises' pages, whose
   * changes their `operate` keys bound, and need the grant for those of their own pages. `within` (Menus.rights), here and below: who
   * asks inside a transaction of the caller's enterprise gives it.
   */
  mayPress(caller: Caller, button: string, within?: Trx): Promise<boolean>;
  maySee(caller: Caller, pages: readonly string[]): Promise<boolean>;
  /** Whether the caller's role has a business permission; operators have all. */
  mayDo(caller: Caller, purview: string, within?: Trx): Promise<boolean>;
  /** Opens a number that a page encrypted (phoneEncipher). */
  openNumber(text: string): Promise<string>;
}

/** npm run totp-reset where no process has the database open, or several have. */
export const resetTotpOf = (
  ports: Pick<Ports, "database" | "broker" | "clock" | "random" | "logger">,
  name: string,
): Promise<void> => resetTotp({ ports, sessions: createSessions(ports, 0) }, name);

export function createAuthModule({
  ports,
  organisation,
  sealer,
  info,
  reveal,
  sessionDays = 7,
  totpRequired: required = "none",
}: AuthDeps): AuthModule {
  const sessions = createSessions(ports, sessionDays, required);
  const tickets = createTickets(ports, sessions);
  const keys = createPasswordKeys(ports.database, sealer);
  const transport = createPasswordTransport(keys, ports);
  const throttle = createThrottle(ports);
  const devices = createDevices(ports, sealer);
  const captchas = createCaptchas(ports);
  const passwords = createPasswords({ ports, organisation, transport, throttle, sessions });
  const totp = createTotp({ ports, sealer, passwords, throttle, required });
  return {
    name: "auth",
    routes: authRoutes({
      clock: ports.clock,
      keys,
      captchas,
      tickets,
      mayReveal: revealer(reveal),
      signIn: createSignIn({ ports, sealer, captchas, throttle, devices, totp, transport, sessions, sessionDays }),
      passwords,
      totp,
      expectCalls: () => ports.switch.expectCalls(),
      entering: createEntering({ ports, sealer, sessions, sessionDays }),
      service: createAuthService(ports, organisation, sessions, info, required),
    }),
    sessions,
    tickets,
    openPassword: (kid, sealed) => transport.open(kid, sealed),
    endSessions: (which, reason) => sessions.end(which, reason),
    // system: an operator's account is of no enterprise.
    standing: (accountId, compId) =>
      ports.database.system((trx) => findStanding(trx, accountId, compId, new Date(ports.clock.now()))),
    async superOperator(accountId, sessionId) {
      // system: as above.
      const account = await ports.database.system((trx) => findPrincipal(trx, accountId));
      const may = account && account.enabled === 1 && isOperator(account) && account.isSuper === 1;
      return may ? presentCaller(account, sessionId, undefined) : undefined;
    },
    purge: createPurge(ports),
    resetTotp: (name) => resetTotp({ ports, sessions }, name),
    async mayPress(caller, button, within) {
      if (caller.entered) return true;
      // An operator's role is not seen in a transaction of an enterprise.
      const own = isOperator(caller) ? undefined : within;
      const { buttons, governed } = await organisation.menus.rights(caller.compId, caller.roleId, own);
      return buttons.has(button) || (isOperator(caller) && !governed.has(button));
    },
    async maySee(caller, pages) {
      if (caller.entered) return true;
      const granted = (await organisation.menus.rights(caller.compId, caller.roleId)).pages;
      return pages.some((page) => granted.has(page));
    },
    openNumber: (text) => transport.openNumber(text),
    mayDo: async (caller, purview, within) =>
      isOperator(caller) ||
      caller.entered === true ||
      (await organisation.menus.rights(caller.compId, caller.roleId, within)).purviews.has(purview),
    async start() {
      await keys.current();
      await sessions.start();
    },
    stop: () => sessions.stop(),
  };
}
