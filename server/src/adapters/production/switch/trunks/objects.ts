/** What Asterisk is told of a trunk. Pure. */
import { createHmac } from "node:crypto";
import { isIP } from "node:net";
import type { Trunk } from "../../../../ports/switch.ts";
import { contexts } from "../configuration.ts";

const prefix = "trunk-";

/** Its name in Asterisk. */
export const endpointOf = (trunk: string): string => `${prefix}${trunk}`;
/** Undefined: it is none of ours. */
export const trunkOf = (endpoint: string): string | undefined =>
  endpoint.startsWith(prefix) ? endpoint.slice(prefix.length) : undefined;

type Fields = Readonly<Record<string, string | number>>;
/** Kinds of objects in the order in which they are made; taken away in the opposite one. */
export const kinds = ["auth", "aor", "endpoint", "identify", "registration"] as const;
export type Kind = (typeof kinds)[number];

/** Between two OPTIONS, and how long one may take, seconds. */
const LOOK_S = 5;
const ANSWER_S = 2;
const codecNames = { PCMA: "alaw", PCMU: "ulaw" } as const;

/** Says what is set without telling the password: who has no secret of ours learns nothing from it. */
export const digestOf = (trunk: Trunk, secret: string): string =>
  createHmac("sha256", secret).update(JSON.stringify(trunk)).digest("hex").slice(0, 32);

export function objectsOf(trunk: Trunk, secret: string): Partial<Record<Kind, Fields>> {
  const { address, transport, userName, password } = trunk;
  const name = endpointOf(trunk.id);
  const [host = ""] = address.split(":");
  const uri = `sip:${address}${transport === "tcp" ? ";transport=tcp" : ""}`;
  const codecs = trunk.codecs.map((codec) => codecNames[codec]).join(",");
  return {
    ...(userName ? { auth: { auth_type: "digest", username: userName, password } } : {}),
    aor: { contact: uri, qualify_frequency: LOOK_S, qualify_timeout: ANSWER_S },
    endpoint: {
      // Read when this process starts: what is set already is left alone.
      accountcode: digestOf(trunk, secret),
      context: contexts.trunks,
      transport: `liantai-${transport}`,
      // The From of a request is anybody's to write: only where it comes from says that it is this trunk's.
      identify_by: "ip",
      disallow: "all",
      allow: codecs,
      aors: name,
      direct_media: "no",
      rtp_symmetric: "yes",
      force_rport: "yes",
      rewrite_contact: "yes",
      dtmf_mode: "auto",
      trust_id_inbound: "yes",
      send_pai: "yes",
      send_connected_line: "no",
      timers: "no",
      rtp_keepalive: 15,
      ...(userName ? { outbound_auth: name, from_user: userName, contact_user: userName } : {}),
    },
    identify: { endpoint: name, match: host, srv_lookups: isIP(host) ? "no" : "yes" },
    ...(userName
      ? {
          registration: {
            server_uri: uri,
            client_uri: `sip:${userName}@${address}`,
            contact_user: userName,
            outbound_auth: name,
            transport: `liantai-${transport}`,
            endpoint: name,
            line: "yes",
            retry_interval: 30,
            forbidden_retry_interval: 300,
          },
        }
      : {}),
  };
}
