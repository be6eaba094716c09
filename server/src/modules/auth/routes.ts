import { authApi, totpApi } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import { route, type RequestContext, type Route } from "../../http/routes.ts";
import type { Captchas } from "./captcha/index.ts";
import type { Entering } from "./entering.ts";
import type { createPasswordKeys } from "./keys.ts";
import type { Passwords } from "./passwords.ts";
import type { AuthService } from "./service.ts";
import type { SignIn } from "./signin/index.ts";
import type { Totp } from "./totp/index.ts";
import type { Tickets } from "./tickets.ts";

export interface AuthRouteDeps {
  readonly clock: Ports["clock"];
  readonly keys: ReturnType<typeof createPasswordKeys>;
  readonly captchas: Captchas;
  readonly mayReveal: (request: Pick<RequestContext, "address" | "headers">) => boolean;
  readonly signIn: SignIn;
  readonly passwords: Passwords;
  readonly entering: Entering;
  readonly service: AuthService;
  readonly tickets: Tickets;
  readonly totp: Totp;
  readonly expectCalls: () => void;
}

export function authRoutes({
  clock,
  keys,
  captchas,
  mayReveal,
  signIn,
  passwords,
  entering,
  service,
  tickets,
  totp,
  expectCalls,
}: AuthRouteDeps): readonly Route[] {
  return [
    route(authApi.publicKey, async () => {
      const { kid, spki } = await keys.current();
      return { kid, spki, now: clock.now() };
    }),
    route(authApi.captcha, async ({ query }, context) => {
      // Somebody has the sign-in page before him: by the time he can call, the media threads are up.
      expectCalls();
      const { png, code } = await captchas.draw(query.randomStr);
      const shown: Record<string, string> = mayReveal(context) ? { "x-captcha": code } : {};
      return {
        binary: png,
        contentType: "image/png",
        headers: { "cache-control": "no-store", ...shown },
      };
    }),
    route(authApi.token, async ({ body }, context) => {
      expectCalls();
      if (body.grant_type === "password") return signIn.withPassword(body, context);
      return body.grant_type === "totp"
        ? signIn.withTotp(body.ticket ?? "", (body.code ?? "").trim(), context)
        : signIn.withRefresh(body.refresh_token ?? "");
    }),
    route(totpApi.state, async (_input, context) => totp.state(context)),
    route(totpApi.begin, async ({ body }, context) => totp.begin(context, body)),
    route(totpApi.confirm, async ({ body }, context) => totp.confirm(context, body.code)),
    route(totpApi.disable, async ({ body }, context) => totp.disable(context, body)),
    route(authApi.refresh, async ({ body }) => signIn.withRefresh(body.token)),
    route(authApi.reUser, async ({ body }, context) => entering.enter(context, body.compId)),
    route(authApi.reStore, async (_input, { caller }) => entering.leave(caller)),
    route(authApi.getUser, async (_input, { caller }) => service.user(caller)),
    route(authApi.logout, async (_input, { caller }) => service.logout(caller)),
    route(authApi.userExpired, async (_input, { caller }) => passwords.overdue(caller)),
    route(authApi.resetPassword, async ({ body }, { caller, address }) => passwords.change(caller, body, address)),
    route(authApi.deferPassword, async (_input, { caller }) => passwords.defer(caller)),
    route(authApi.sessions, async ({ body }, { caller }) => service.list(caller, body)),
    route(authApi.endSession, async ({ params }, { caller }) => service.end(caller, params.id)),
    route(authApi.ticket, async ({ body }, { caller }) => tickets.issue(caller, body.use)),
    route(authApi.operatorHome, async () => service.operatorHome()),
  ];
}
