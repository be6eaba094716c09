/** Every environment variable, read once. A bad value is one line that names the variable and what it takes. */
import { constants, accessSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { isStrongPassword, passwordMessages, totpRequirements, type TotpRequired } from "@liantai/api/contract";
import type { S3Access } from "./adapters/production/blobs/index.ts";
import { asteriskUser } from "./adapters/production/switch/configuration.ts";
import { parseBlobs } from "./config/blobs.ts";
import { ConfigError, parseUrl } from "./config/fault.ts";
import { parseMedia, type MediaReach } from "./config/media.ts";
import { parseTurn, type TurnAccess } from "./config/turn.ts";
import { addressSet } from "./http/address.ts";
import { logLevels, type LogLevel } from "./http/logging.ts";

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Model folders of sherpa-onnx lie in it; absolute. */
  readonly speechModels: string;
  /** Absent: PGlite in dataDir. */
  readonly databaseUrl: string | undefined;
  /** Absent: the broker lives in the process. */
  readonly redisUrl: string | undefined;
  readonly switch: "embedded" | "asterisk";
  /** Where the Asterisk of SWITCH=asterisk is, and who we are to it. */
  readonly asterisk:
    { readonly url: string; readonly user: string; readonly password: string; readonly copies: string } | undefined;
  /** Where the switch's audio is reached from outside. */
  readonly media: MediaReach;
  /** The relay that pages are told of; absent: none. */
  readonly turn: TurnAccess | undefined;
  /** Absent: blobs lie in a folder of dataDir. */
  readonly s3: S3Access | undefined;
  /** scheme://host[:port], no path. */
  readonly publicUrl: string | undefined;
  /** Addresses and networks whose X-Forwarded-* are believed; none by default. */
  readonly trustedProxies: readonly string[];
  /** Host names besides those of PUBLIC_URL, HOST and this machine; lower case, without ports. */
  readonly allowedHosts: readonly string[];
  /** Set: /metrics asks for it as a Bearer token, wherever it is asked from. */
  readonly metricsToken: string | undefined;
  /** A session ends that many days after the sign-in, whatever is refreshed. */
  readonly sessionDays: number;
  /** Who must sign in with a second step: none | operators | administrators (and operators). */
  readonly totpRequired: TotpRequired;
  /** Days that the operation log is kept. */
  readonly operationLogDays: number;
  /** Days that conversations of web chats are kept; undefined: for ever. */
  readonly chatDays: number | undefined;
  /** Room on the disk of DATA_DIR is scarce under either. */
  readonly diskLow: { readonly percent: number; readonly bytes: number };
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly demoPassword: string | undefined;
  readonly logLevel: LogLevel;
  /** Nightly dumps of PGlite that stay in dataDir/backups; 0: none are made. */
  readonly backupsKept: number;
  /** DIAL_HOURS: the legal frame of dialling tasks, Asia/Shanghai. */
  readonly dialHours: { readonly from: string; readonly to: string };
  /** LIANTAI_E2E=1: browser journeys may read image codes (modules/auth/captcha/reveal.ts says where that is allowed). */
  readonly journeys: boolean;
  /** development serves source maps and import-map-overrides. */
  readonly mode: "production" | "development";
  /** The built page (LIANTAI_DIST); default dist/ of the repository. */
  readonly distDir: string;
}

export { ConfigError };

export type Environment = Readonly<Record<string, string | undefined>>;
/** Injected so that parsing stays pure. */
export type Readable = (path: string) => boolean;

const readable: Readable = (path) => {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

const hostName =
  /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

function parsePort(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65_535)
    throw new ConfigError("PORT", "takes a port number from 1 to 65535");
  return Number(value);
}

function parseHost(value: string): string {
  const bare = value.replace(/^\[(.*)\]$/, "$1");
  // 300.1.1.1 would pass for a name.
  const numeric = /^[\d.]+$/.test(bare);
  if (isIP(bare) === 0 && (numeric || !hostName.test(bare)))
    throw new ConfigError("HOST", "takes an IP address or a host name to listen on, e.g. 127.0.0.1 or 0.0.0.0");
  return bare;
}

function parsePublicUrl(value: string): string {
  const takes = "takes the address browsers use, e.g. https://desk.example.com, without a path";
  const url = parseUrl("PUBLIC_URL", value, ["http:", "https:"], takes);
  if (url.pathname !== "/" || url.search || url.hash || url.username || url.password)
    throw new ConfigError("PUBLIC_URL", takes);
  return url.origin;
}

const listOf = (value: string): string[] =>
  value
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

function parseTrustedProxies(value: string): readonly string[] {
  const entries = listOf(value);
  try {
    addressSet(entries);
  } catch {
    throw new ConfigError(
      "TRUSTED_PROXIES",
      "takes addresses and networks of the proxies in front, separated by commas, e.g. 127.0.0.1,10.0.0.0/8",
    );
  }
  return entries;
}

function parseAllowedHosts(value: string): readonly string[] {
  return listOf(value).map((entry) => {
    const bare = entry.replace(/^\[(.*)\]$/, "$1").toLowerCase();
    if (isIP(bare) === 0 && !hostName.test(bare))
      throw new ConfigError(
        "ALLOWED_HOSTS",
        "takes host names or addresses without ports, separated by commas, e.g. desk.example.com,10.1.2.3",
      );
    return bare;
  });
}

function parseMetricsToken(value: string): string {
  if (!/^[A-Za-z0-9._~+/=-]{16,256}$/.test(value))
    throw new ConfigError("METRICS_TOKEN", "takes 16 to 256 letters, digits or . _ ~ + / = -");
  return value;
}

const keptDays = (name: string) => (value: string) => {
  if (!/^\d{1,4}$/.test(value) || Number(value) < 30 || Number(value) > 3650)
    throw new ConfigError(name, "takes a number of days from 30 to 3650");
  return Number(value);
};

function parseSessionDays(value: string): number {
  if (!/^\d{1,2}$/.test(value) || Number(value) < 1 || Number(value) > 90)
    throw new ConfigError("SESSION_DAYS", "takes a number of days from 1 to 90");
  return Number(value);
}

function parseTotpRequired(value: string): TotpRequired {
  const required = totpRequirements.find((known) => known === value);
  if (!required) throw new ConfigError("TOTP_REQUIRED", `takes ${totpRequirements.join(", ")}`);
  return required;
}

function parseDiskLow(value: string): Config["diskLow"] {
  const match = /^(\d{1,2})%(?:,(\d{1,5})(MB|GB))?$/.exec(value.replace(/\s+/g, ""));
  if (!match)
    throw new ConfigError("DISK_LOW", "takes a share of the disk and, after a comma, an amount, e.g. 5% or 5%,2GB");
  const unit = match[3] === "GB" ? 1024 ** 3 : 1024 ** 2;
  return { percent: Number(match[1]), bytes: Number(match[2] ?? 0) * unit };
}

function parseDatabaseUrl(value: string): string {
  const takes =
    "takes postgres://user:password@host:port/database (PostgreSQL 15 or later); leave it out for the built-in database";
  parseUrl("DATABASE_URL", value, ["postgres:", "postgresql:"], takes);
  return value;
}

function parseRedisUrl(value: string): string {
  const takes = "takes redis://host:port or rediss://host:port; leave it out where one process serves";
  parseUrl("REDIS_URL", value, ["redis:", "rediss:"], takes);
  return value;
}

function parseSwitch(value: string): Config["switch"] {
  if (value !== "embedded" && value !== "asterisk") throw new ConfigError("SWITCH", "takes embedded or asterisk");
  return value;
}

function parseAriUrl(value: string): string {
  const takes = "takes the address of Asterisk's interface, e.g. http://127.0.0.1:8088/ari";
  const url = parseUrl("ASTERISK_ARI_URL", value, ["http:", "https:"], takes);
  if (url.username || url.password || url.search || url.hash) throw new ConfigError("ASTERISK_ARI_URL", takes);
  return url.href.replace(/\/+$/, "");
}

function parseAsterisk(get: (name: string) => string | undefined): NonNullable<Config["asterisk"]> {
  const user = get("ASTERISK_ARI_USER") ?? "liantai";
  if (!asteriskUser.test(user))
    throw new ConfigError("ASTERISK_ARI_USER", "takes 3 to 40 letters, digits, - and _, a letter first");
  const password = get("ASTERISK_ARI_PASSWORD");
  if (password === undefined || password.length < 12)
    throw new ConfigError(
      "ASTERISK_ARI_PASSWORD",
      "takes the password of npm run asterisk:config, 12 characters or more",
    );
  const copies = get("ASTERISK_SIP_COPIES") ?? "127.0.0.1:9060";
  const [, address = "", port = ""] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(copies) ?? [];
  if (isIP(address) === 0 || Number(port) < 1 || Number(port) > 65_535)
    throw new ConfigError("ASTERISK_SIP_COPIES", "takes ADDRESS:PORT of this machine, e.g. 127.0.0.1:9060");
  return { url: parseAriUrl(get("ASTERISK_ARI_URL") ?? "http://127.0.0.1:8088/ari"), user, password, copies };
}

function parseTls(cert: string | undefined, key: string | undefined, canRead: Readable): Config["tls"] {
  if (cert === undefined && key === undefined) return undefined;
  if (key === undefined)
    throw new ConfigError("TLS_KEY", "must be given with TLS_CERT: the PEM file of its private key");
  if (cert === undefined)
    throw new ConfigError("TLS_CERT", "must be given with TLS_KEY: the PEM file of its certificate");
  const [certPath, keyPath] = [resolve(cert), resolve(key)];
  if (!canRead(certPath)) throw new ConfigError("TLS_CERT", "takes a PEM file that this user can read");
  if (!canRead(keyPath)) throw new ConfigError("TLS_KEY", "takes a PEM file that this user can read");
  return { cert: certPath, key: keyPath };
}

function parseDemoPassword(value: string): string {
  if (!isStrongPassword(value))
    throw new ConfigError(
      "DEMO_PASSWORD",
      "takes a password by the console's rules: at least 8 characters with upper and lower case letters, digits and " +
        `symbols, no Chinese (${passwordMessages.strength})`,
    );
  return value;
}

function parseBackups(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) > 365)
    throw new ConfigError("BACKUPS", "takes how many nightly dumps of the built-in database stay, 0 to 365 (0: none)");
  return Number(value);
}

/** HH:mm-HH:mm; 24:00 is the end of the day. */
function parseDialHours(value: string): Config["dialHours"] {
  const [, from = "", to = ""] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(value) ?? [];
  if (from === "" || from >= to)
    throw new ConfigError("DIAL_HOURS", "takes the hours in which tasks may dial at all, as in 08:00-21:00");
  return { from, to };
}

function parseLogLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value);
  if (!level) throw new ConfigError("LOG_LEVEL", `takes ${logLevels.join(", ")}`);
  return level;
}

/** Throws ConfigError. An empty value counts as none. */
export function parseConfig(environment: Environment, canRead: Readable = readable): Config {
  const get = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const optional = <T>(name: string, parse: (value: string) => T): T | undefined => {
    const value = get(name);
    return value === undefined ? undefined : parse(value);
  };
  const journeys = get("LIANTAI_E2E");
  if (journeys !== undefined && !["0", "1"].includes(journeys)) throw new ConfigError("LIANTAI_E2E", "takes 0 or 1");
  const mode = get("NODE_ENV") ?? "production";
  const kind = parseSwitch(get("SWITCH") ?? "embedded");
  const dataDir = resolve(get("DATA_DIR") ?? "./data");
  return {
    port: parsePort(get("PORT") ?? "8080"),
    host: parseHost(get("HOST") ?? "127.0.0.1"),
    dataDir,
    speechModels: resolve(get("SPEECH_MODELS") ?? join(dataDir, "speech-models")),
    databaseUrl: optional("DATABASE_URL", parseDatabaseUrl),
    redisUrl: optional("REDIS_URL", parseRedisUrl),
    switch: kind,
    asterisk: kind === "asterisk" ? parseAsterisk(get) : undefined,
    media: parseMedia(get),
    turn: parseTurn(get),
    s3: parseBlobs(get),
    publicUrl: optional("PUBLIC_URL", parsePublicUrl),
    trustedProxies: optional("TRUSTED_PROXIES", parseTrustedProxies) ?? [],
    allowedHosts: optional("ALLOWED_HOSTS", parseAllowedHosts) ?? [],
    metricsToken: optional("METRICS_TOKEN", parseMetricsToken),
    operationLogDays: keptDays("OPERATION_LOG_DAYS")(get("OPERATION_LOG_DAYS") ?? "365"),
    chatDays: optional("CHAT_DAYS", keptDays("CHAT_DAYS")),
    sessionDays: parseSessionDays(get("SESSION_DAYS") ?? "7"),
    totpRequired: parseTotpRequired(get("TOTP_REQUIRED") ?? "none"),
    diskLow: parseDiskLow(get("DISK_LOW") ?? "5%,2GB"),
    tls: parseTls(get("TLS_CERT"), get("TLS_KEY"), canRead),
    demoPassword: optional("DEMO_PASSWORD", parseDemoPassword),
    backupsKept: parseBackups(get("BACKUPS") ?? "7"),
    dialHours: parseDialHours(get("DIAL_HOURS") ?? "08:00-21:00"),
    logLevel: parseLogLevel(get("LOG_LEVEL") ?? "info"),
    journeys: journeys === "1",
    mode: mode === "development" ? "development" : "production",
    distDir: resolve(get("LIANTAI_DIST") ?? join(import.meta.dirname, "../../dist")),
  };
}
