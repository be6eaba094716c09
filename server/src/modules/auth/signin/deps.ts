import type { ReplyOf, authApi } from "@liantai/api/contract";
import type { RequestContext } from "../../../http/routes.ts";
import type { Ports } from "../../../ports/index.ts";
import type { Sealer } from "../../system/index.ts";
import type { Captchas } from "../captcha/index.ts";
import type { Devices } from "../devices.ts";
import type { PasswordTransport } from "../password-transport.ts";
import type { SessionStore } from "../sessions.ts";
import type { Throttle } from "../throttle.ts";
import type { Totp } from "../totp/index.ts";

/** Where a sign-in comes from. */
export type From = Pick<RequestContext, "address" | "device" | "headers" | "origin" | "setHeader">;
export type TokenReply = ReplyOf<typeof authApi.token>;

export interface SignInDeps {
  readonly ports: Pick<Ports, "database" | "broker" | "clock" | "random">;
  readonly sealer: Sealer;
  readonly captchas: Captchas;
  readonly throttle: Throttle;
  readonly devices: Devices;
  readonly totp: Pick<Totp, "spend">;
  readonly transport: PasswordTransport;
  readonly sessions: SessionStore;
  readonly sessionDays: number;
}

export const deviceLength = 300;
