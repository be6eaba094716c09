/**
 * Journeys in a real browser must pass the image code. LIANTAI_E2E=1 makes GET /auth/code carry the code in the header
 * X-Captcha, and only on a console nobody else can reach: HOST must be loopback, PUBLIC_URL and TRUSTED_PROXIES unset (a proxy before a
 * loopback address is still the world), or the start fails; besides, the peer must be loopback and nothing forwarded.
 */
import { ConfigError } from "../../../config.ts";
import { isForwarded, isLoopback } from "../../../http/address.ts";
import type { RequestContext } from "../../../http/routes.ts";

export interface RevealSettings {
  /** LIANTAI_E2E=1. */
  readonly enabled: boolean;
  readonly host: string;
  readonly publicUrl?: string | undefined;
  readonly trustedProxies?: readonly string[];
}

/** Whether this request may see the code. Throws at the start when the settings could show it to others. */
export function revealer(
  settings: RevealSettings | undefined,
): (request: Pick<RequestContext, "address" | "headers">) => boolean {
  if (!settings?.enabled) return () => false;
  if (!isLoopback(settings.host) || settings.publicUrl || settings.trustedProxies?.length)
    throw new ConfigError(
      "LIANTAI_E2E",
      "takes 1 only where HOST is a loopback address and PUBLIC_URL and TRUSTED_PROXIES are not set",
    );
  return ({ address, headers }) => isLoopback(address) && !isForwarded(headers);
}
