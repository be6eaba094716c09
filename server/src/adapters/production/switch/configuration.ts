/** Asterisk's own configuration files, as `npm run asterisk:config` writes them and the services suites use them. Pure. */
import { createHmac } from "node:crypto";
import { isIP } from "node:net";

export interface AsteriskSettings {
  /** One name and password for the interface (ARI) and for our SIP edge. */
  readonly user: string;
  readonly password: string;
  /** Where ARI, the edge's SIP and the audio sockets are served. Default 127.0.0.1:8088. */
  readonly http?: { readonly address: string; readonly port: number };
  /** Where trunks speak SIP with us: UDP and TCP. Default 0.0.0.0:5060. */
  readonly sip?: { readonly address: string; readonly port: number };
  /** UDP ports for audio, inclusive. Default 10000–20000. */
  readonly media?: readonly [number, number];
  /** What the outside sees of this machine, where it stands behind NAT (docs/operations.md). */
  readonly publicAddress?: string;
  /** Networks that are not behind NAT, seen from here. Default: the private ones. */
  readonly localNetworks?: readonly string[];
  /** TURN server for our side, host:port, with its credentials. */
  readonly turn?: { readonly address: string; readonly user: string; readonly password: string };
  /** Where copies of its SIP go: ASTERISK_SIP_COPIES of the server. Default 127.0.0.1:9060. */
  readonly copies?: { readonly address: string; readonly port: number };
  /** Browsers on this machine reach the audio by loopback. Default: by the HTTP address. */
  readonly loopback?: boolean;
}

/** It names a section of a file. */
export const asteriskUser = /^[A-Za-z][A-Za-z0-9_-]{2,39}$/;

/** The Stasis application of calls that come in; those of the parts begin so (names.ts). */
export const application = "liantai";
/** Where calls of the SIP edge and of trunks come in, and where those of trunks go on to the part of their enterprise. */
export const contexts = { edge: "liantai-edge", trunks: "liantai-trunks", parts: "liantai-parts" } as const;

/** The endpoint at which our edge is; `name` is that of its registration, `user` proves who we are. */
export const edgeEndpoint = (name: string, user: string) =>
  ({
    context: contexts.edge,
    transport: "liantai-ws",
    disallow: "all",
    allow: "ulaw,alaw",
    use_avpf: "yes",
    media_encryption: "dtls",
    dtls_auto_generate_cert: "yes",
    dtls_verify: "fingerprint",
    ice_support: "yes",
    media_use_received_transport: "yes",
    rtcp_mux: "yes",
    bundle: "yes",
    // The device begins the handshake, when its way to us is open: ours would come too early and be said again a second later.
    dtls_setup: "passive",
    aors: name,
    auth: user,
    dtmf_mode: "rfc4733",
    rewrite_contact: "yes",
    send_connected_line: "no",
    trust_id_inbound: "yes",
    timers: "no",
    rtp_keepalive: 15,
  }) as const;
/** Grows with the dialplan: the server asks for it, for with an older one calls would go nowhere. */
export const dialplan = { variable: "LIANTAI_DIALPLAN", version: "2" } as const;

export const edgeAor = { max_contacts: 1, remove_existing: "yes" } as const;

/** Says that a copy is of this Asterisk. It travels in clear text, and the password cannot be had from it. */
export const copiesKey = (password: string): string =>
  createHmac("sha256", password).update("copies").digest("hex").slice(0, 24);

const privateNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8"];

const modules = [
  "res_sorcery_config res_sorcery_memory res_sorcery_astdb res_pjproject res_crypto res_http_websocket res_websocket_client",
  "res_pjsip res_pjsip_session res_pjsip_pubsub res_pjsip_authenticator_digest res_pjsip_outbound_authenticator_digest",
  "res_pjsip_endpoint_identifier_user res_pjsip_endpoint_identifier_ip res_pjsip_registrar res_pjsip_nat res_pjsip_acl",
  "res_pjsip_outbound_registration res_pjsip_transport_websocket res_pjsip_sdp_rtp res_pjsip_dtmf_info res_pjsip_empty_info",
  "res_pjsip_caller_id res_pjsip_diversion res_pjsip_header_funcs res_pjsip_rfc3326 res_pjsip_dlg_options res_pjsip_path",
  "chan_pjsip chan_websocket chan_bridge_media res_rtp_asterisk res_srtp",
  "res_stasis res_stasis_answer res_stasis_playback res_stasis_recording res_stasis_snoop app_stasis",
  "res_ari_model res_ari res_ari_applications res_ari_asterisk res_ari_bridges res_ari_channels res_ari_endpoints",
  "res_ari_events res_ari_playbacks res_ari_recordings",
  "bridge_simple bridge_softmix bridge_holding codec_ulaw codec_alaw codec_resample format_pcm format_wav res_timing_timerfd",
  "res_hep res_hep_pjsip res_musiconhold func_channel func_callerid func_hangupcause pbx_config",
].flatMap((line) => line.split(" "));

type Section = readonly [head: string, lines: Readonly<Record<string, string | number | readonly string[]>>];

/** Text of one file. A value with a list is the same key again and again. */
function ini(...sections: readonly Section[]): string {
  const body = sections.map(([head, lines]) =>
    [
      `[${head}]`,
      ...Object.entries(lines).flatMap(([key, value]) =>
        (Array.isArray(value) ? value : [value]).map((one) => `${key} = ${plain(String(one))}`),
      ),
    ].join("\n"),
  );
  return `; Written by npm run asterisk:config; a second run replaces it.\n${body.join("\n\n")}\n`;
}

/** A semicolon begins a comment, a line break another setting. */
function plain(value: string): string {
  if (/[\r\n]/.test(value)) throw new Error("a setting must be one line");
  return value.replace(/;/g, "\\;");
}

const host = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address);

function pjsip(settings: AsteriskSettings): string {
  const { user, password, publicAddress, sip = { address: "0.0.0.0", port: 5060 } } = settings;
  const bind = `${host(sip.address)}:${sip.port}`;
  const outside: Record<string, string | readonly string[]> = publicAddress
    ? {
        external_media_address: publicAddress,
        external_signaling_address: publicAddress,
        local_net: settings.localNetworks ?? privateNetworks,
      }
    : {};
  return ini(
    ["global", { type: "global", endpoint_identifier_order: "username,ip", user_agent: "Liantai" }],
    ["liantai-ws", { type: "transport", protocol: "ws", bind: "0.0.0.0", ...outside }],
    ["liantai-udp", { type: "transport", protocol: "udp", bind, ...outside }],
    ["liantai-tcp", { type: "transport", protocol: "tcp", bind, ...outside }],
    [user, { type: "endpoint", ...edgeEndpoint(user, user) }],
    // Our edge answers the next call with what the last one was asked: within this time, s, without being asked again.
    [user, { type: "auth", auth_type: "digest", username: user, password, nonce_lifetime: 3_600 }],
    [user, { type: "aor", ...edgeAor }],
  );
}

function rtp({ media = [10_000, 20_000], loopback, http, turn }: AsteriskSettings): string {
  const near = loopback ?? (http?.address ?? "127.0.0.1").startsWith("127.");
  return ini(
    [
      "general",
      {
        rtpstart: media[0],
        rtpend: media[1],
        icesupport: "yes",
        strictrtp: "yes",
        ...(turn ? { turnaddr: turn.address, turnusername: turn.user, turnpassword: turn.password } : {}),
      },
    ],
    // Asterisk leaves loopback out of what it offers by ICE unless an address is named for it.
    ["ice_host_candidates", near ? { "127.0.0.1": "127.0.0.1,include_local_address" } : {}],
  );
}

function extensions(): string {
  return `; Written by npm run asterisk:config; a second run replaces it.
[globals]
${dialplan.variable} = ${dialplan.version}
[${contexts.edge}]
exten => leg,1,Stasis(${application},edge,\${PJSIP_HEADER(read,X-Liantai-Leg)})
 same => n,Hangup()
exten => _leg.,1,Stasis(${application}-\${EXTEN:3},edge,\${PJSIP_HEADER(read,X-Liantai-Leg)})
 same => n,Hangup()

[${contexts.trunks}]
exten => _[+0-9]!,1,Set(LIANTAI_TO=\${EXTEN})
 same => n,Stasis(${application},trunk,\${EXTEN},\${CHANNEL(endpoint)})
 same => n,Hangup()
[${contexts.parts}]
exten => _[0-9A-Za-z]!,1,Stasis(${application}-\${EXTEN},trunk,\${LIANTAI_TO},\${CHANNEL(endpoint)})
 same => n,Hangup()
`;
}

/** Name of the file in Asterisk's configuration folder, and its text. */
export function asteriskFiles(settings: AsteriskSettings): Readonly<Record<string, string>> {
  const { user, password, http = { address: "127.0.0.1", port: 8088 } } = settings;
  const { copies = { address: "127.0.0.1", port: 9_060 } } = settings;
  if (!asteriskUser.test(user)) throw new Error("the user name takes 3 to 40 letters, digits, - and _");
  return {
    "asterisk.conf": ini(
      // Keys of 40 ms are keys; by default Asterisk stretches each to 80.
      [
        "options",
        // A leg has some ten files open; the usual limit is 1,024.
        { mindtmfduration: 20, verbose: 0, hideconnect: "yes", documentation_language: "en_US", maxfiles: 65_536 },
      ],
    ),
    "modules.conf": ini(["modules", { autoload: "no", load: modules.map((name) => `${name}.so`) }]),
    "http.conf": ini([
      "general",
      {
        enabled: "yes",
        bindaddr: http.address,
        bindport: http.port,
        enable_static: "no",
        enable_status: "no",
        // Every request and every socket of sounds and recordings is a session: the default of 100 is used up by some 30 calls.
        sessionlimit: 20_000,
      },
    ]),
    "ari.conf": ini(
      [
        "general",
        { enabled: "yes", pretty: "no", websocket_write_timeout: 1_000, allowed_origins: "http://localhost" },
      ],
      [user, { type: "user", read_only: "no", password, password_format: "plain" }],
    ),
    "pjsip.conf": pjsip(settings),
    "rtp.conf": rtp(settings),
    // Half of all events, and nobody reads them.
    "stasis.conf": ini(["declined_message_types", { decline: "ast_channel_varset_type" }]),
    "sorcery.conf": ini(
      [
        "res_pjsip",
        {
          endpoint: ["config,pjsip.conf,criteria=type=endpoint", "memory"],
          auth: ["config,pjsip.conf,criteria=type=auth", "memory"],
          aor: ["config,pjsip.conf,criteria=type=aor", "memory"],
        },
      ],
      ["res_pjsip_endpoint_identifier_ip", { identify: ["config,pjsip.conf,criteria=type=identify", "memory"] }],
      ["res_pjsip_outbound_registration", { registration: ["config,pjsip.conf,criteria=type=registration", "memory"] }],
    ),
    "extensions.conf": extensions(),
    "chan_websocket.conf": ini(["global", { control_message_format: "json" }]),
    "hep.conf": ini([
      "general",
      {
        enabled: "yes",
        capture_address: `${host(copies.address)}:${copies.port}`,
        capture_password: copiesKey(password),
        capture_id: 1,
        uuid_type: "call-id",
      },
    ]),
    "logger.conf": ini(["general", { dateformat: "%F %T.%3q" }], ["logfiles", { messages: "notice,warning,error" }]),
    "musiconhold.conf": ini(["general", {}]),
  };
}
