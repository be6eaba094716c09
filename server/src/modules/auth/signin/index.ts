/** The token endpoint's two grants: password (image code, slow-down, lock, one live session an account) and refresh_token. */
import type { authApi, BodyOf } from "@liantai/api/contract";
import { serviceOf } from "../../service.ts";
import type { From, SignInDeps, TokenReply } from "./deps.ts";
import { withPassword } from "./password.ts";
import { withRefresh } from "./refresh.ts";
import { withTotp } from "./second-step.ts";

export interface SignIn {
  withPassword(credentials: BodyOf<typeof authApi.token>, from: From): Promise<TokenReply>;
  /** The second step, with the ticket of the first. */
  withTotp(ticket: string, code: string, from: From): Promise<TokenReply>;
  /** Rotates both tokens. A rotated one that comes again ends the session: one of its two holders is a thief. */
  withRefresh(refreshToken: string): Promise<TokenReply>;
}

export const createSignIn = (deps: SignInDeps): SignIn => serviceOf(deps, { withPassword, withTotp, withRefresh });
