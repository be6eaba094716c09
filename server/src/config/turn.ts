/** TURN_URLS and TURN_SECRET: the relay for audio that browsers are told of. */
import { ConfigError } from "./fault.ts";

export interface TurnAccess {
  /** turn: and turns: URIs (RFC 7065). */
  readonly urls: readonly string[];
  /** coturn's static-auth-secret. */
  readonly secret: string;
}

const uri =
  /^turns?:(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?(?:\?transport=(?:udp|tcp))?$/;

function parseUrls(value: string): readonly string[] {
  const urls = value.split(",").map((entry) => entry.trim());
  const good = urls.every((entry) => {
    const [, port = "3478"] = uri.exec(entry) ?? [undefined, "0"];
    return Number(port) >= 1 && Number(port) <= 65_535;
  });
  // Chromium alone looks at more, one after the other; each costs every call a request.
  if (!good || urls.length > 4)
    throw new ConfigError(
      "TURN_URLS",
      "takes up to 4 addresses of TURN servers, separated by commas, e.g. turn:turn.example.com:3478?transport=udp",
    );
  return urls;
}

/** Undefined: pages use none. Throws ConfigError. */
export function parseTurn(get: (name: string) => string | undefined): TurnAccess | undefined {
  const urls = get("TURN_URLS");
  const secret = get("TURN_SECRET");
  if (urls === undefined && secret === undefined) return undefined;
  if (urls === undefined)
    throw new ConfigError("TURN_URLS", "must be given with TURN_SECRET: where the TURN server is");
  if (secret === undefined)
    throw new ConfigError("TURN_SECRET", "must be given with TURN_URLS: the static-auth-secret of the TURN server");
  if (!/^[\x21-\x7e]{16,256}$/.test(secret))
    throw new ConfigError("TURN_SECRET", "takes 16 to 256 letters, digits and signs without spaces");
  return { urls: parseUrls(urls), secret };
}
