/**
 * Browsers an account signed in from. Each keeps a signed cookie for it; whoever guesses the account's password elsewhere does
 * not hold this one up (throttle.ts). The cookie opens nothing, dies with the password, and is sent to /auth alone.
 */
import { dayMs } from "@liantai/api/contract";
import { createHash } from "node:crypto";
import type { Ports } from "../../ports/index.ts";
import type { Sealer } from "../system/index.ts";
import type { AccountRow } from "./repository.ts";

type Account = Pick<AccountRow, "id" | "passwordChangedAt">;

export interface Devices {
  /** The device's id; undefined: this browser never signed in with the account's present password. */
  known(cookies: string | undefined, account: Account): string | undefined;
  /** Set-Cookie for a browser that has just signed in. */
  cookie(account: Account, secure: boolean): string;
}

const days = 180;
const context = "known-device";
const nameOf = ({ id }: Account): string => `device_${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;

export function createDevices({ clock, random }: Pick<Ports, "clock" | "random">, sealer: Sealer): Devices {
  const bound = (id: string, at: string, account: Account): string =>
    `${id}.${at}.${account.id}.${account.passwordChangedAt.getTime()}`;
  return {
    known(cookies, account) {
      const name = nameOf(account);
      const value = (cookies ?? "")
        .split(";")
        .map((each) => each.trim())
        .find((each) => each.startsWith(`${name}=`))
        ?.slice(name.length + 1);
      const match = /^([\w-]{10,60})\.(\d{10,16})\.([\w-]{20,120})$/.exec(value ?? "");
      const [, id = "", at = "", signature = ""] = match ?? [];
      if (!match || clock.now() - Number(at) > days * dayMs) return undefined;
      return sealer.isSigned(bound(id, at, account), signature, context) ? id : undefined;
    },
    cookie(account, secure) {
      const [id, at] = [random.token(12), String(clock.now())];
      const value = `${id}.${at}.${sealer.sign(bound(id, at, account), context)}`;
      const rest = `Max-Age=${(days * dayMs) / 1000}; Path=/auth; HttpOnly; SameSite=Strict`;
      return `${nameOf(account)}=${value}; ${rest}${secure ? "; Secure" : ""}`;
    },
  };
}
