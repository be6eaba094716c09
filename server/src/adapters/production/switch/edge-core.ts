/** What sip.js needs to speak with Asterisk on one WebSocket. */
import { randomBytes } from "node:crypto";
import { URI } from "sip.js/lib/grammar/index.js";
import { UserAgentCore, type IncomingInviteRequest, type LoggerFactory } from "sip.js/lib/core/index.js";
import type { AriAccess } from "./ari.ts";
import type { EdgeDigest } from "./edge-digest.ts";
import { edgeOf } from "./names.ts";

export const uriOf = (user: string): URI => new URI("sip", user, "asterisk");

export function edgeCore(
  { user, part }: AriAccess,
  loggerFactory: LoggerFactory,
  digest: EdgeDigest,
  send: (message: string) => Promise<void>,
  onInvite: (request: IncomingInviteRequest) => void,
): UserAgentCore {
  const contact = new URI("sip", randomBytes(6).toString("hex"), "edge.invalid", undefined, { transport: "ws" });
  return new UserAgentCore(
    {
      aor: uriOf(edgeOf(user, part)),
      contact: { pubGruu: undefined, tempGruu: undefined, uri: contact, toString: () => `<${contact.toString()}>` },
      displayName: "",
      loggerFactory,
      hackViaTcp: false,
      routeSet: [],
      sipjsId: randomBytes(3).toString("hex"),
      supportedOptionTags: [],
      supportedOptionTagsResponse: [],
      userAgentHeaderFieldValue: "Liantai",
      viaForceRport: false,
      viaHost: "edge.invalid",
      authenticationFactory: () => digest.answering(),
      transportAccessor: () => ({ protocol: "WS", send }),
    },
    { onInvite },
  );
}
