import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError, parseConfig, type Environment } from "./config.ts";

const parse = (environment: Environment, readable = true) => parseConfig(environment, () => readable);

test("nothing set: the defaults", () => {
  expect(parse({})).toEqual({
    port: 8080,
    host: "127.0.0.1",
    dataDir: resolve("./data"),
    databaseUrl: undefined,
    redisUrl: undefined,
    switch: "embedded",
    media: { address: undefined, ports: undefined },
    asterisk: undefined,
    s3: undefined,
    speechModels: resolve("./data/speech-models"),
    publicUrl: undefined,
    trustedProxies: [],
    allowedHosts: [],
    metricsToken: undefined,
    operationLogDays: 365,
    chatDays: undefined,
    sessionDays: 7,
    totpRequired: "none",
    diskLow: { percent: 5, bytes: 2 * 1024 ** 3 },
    tls: undefined,
    demoPassword: undefined,
    logLevel: "info",
    backupsKept: 7,
    dialHours: { from: "08:00", to: "21:00" },
    journeys: false,
    mode: "production",
    distDir: expect.stringMatching(/\/dist$/),
  });
});

test("an empty value counts as none", () => {
  expect(parse({ PORT: "", HOST: " ", DATABASE_URL: "" })).toEqual(parse({}));
});

test("everything set", () => {
  expect(
    parse({
      PORT: "443",
      HOST: "0.0.0.0",
      DATA_DIR: "/srv/liantai",
      DATABASE_URL: "postgres://u:p@db:5432/liantai",
      REDIS_URL: "rediss://cache:6380",
      SWITCH: "embedded",
      PUBLIC_URL: "https://desk.example.com/",
      TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,fd00::1",
      ALLOWED_HOSTS: "Desk.Internal,[::1], 10.1.2.3",
      METRICS_TOKEN: "0123456789abcdef",
      SESSION_DAYS: "30",
      TOTP_REQUIRED: "administrators",
      OPERATION_LOG_DAYS: "180",
      CHAT_DAYS: "730",
      DISK_LOW: "10%, 500MB",
      TLS_CERT: "/tls/cert.pem",
      TLS_KEY: "/tls/key.pem",
      DEMO_PASSWORD: "Demo#2026x",
      LOG_LEVEL: "warn",
      BACKUPS: "30",
      NODE_ENV: "development",
      LIANTAI_DIST: "/srv/dist",
    }),
  ).toEqual({
    port: 443,
    host: "0.0.0.0",
    dataDir: "/srv/liantai",
    databaseUrl: "postgres://u:p@db:5432/liantai",
    redisUrl: "rediss://cache:6380",
    switch: "embedded",
    speechModels: "/srv/liantai/speech-models",
    media: { address: undefined, ports: undefined },
    publicUrl: "https://desk.example.com",
    trustedProxies: ["127.0.0.1", "10.0.0.0/8", "fd00::1"],
    allowedHosts: ["desk.internal", "::1", "10.1.2.3"],
    metricsToken: "0123456789abcdef",
    operationLogDays: 180,
    chatDays: 730,
    sessionDays: 30,
    totpRequired: "administrators",
    diskLow: { percent: 10, bytes: 500 * 1024 ** 2 },
    tls: { cert: "/tls/cert.pem", key: "/tls/key.pem" },
    demoPassword: "Demo#2026x",
    logLevel: "warn",
    backupsKept: 30,
    dialHours: { from: "08:00", to: "21:00" },
    journeys: false,
    mode: "development",
    distDir: "/srv/dist",
  });
});

test("SWITCH=asterisk takes where Asterisk is and a password of it", () => {
  const password = "0123456789ab";
  expect(parse({ SWITCH: "asterisk", ASTERISK_ARI_PASSWORD: password })).toMatchObject({
    switch: "asterisk",
    asterisk: { url: "http://127.0.0.1:8088/ari", user: "liantai", password },
  });
  const given = { ASTERISK_ARI_URL: "https://pbx.example.com/ari/", ASTERISK_ARI_USER: "desk" };
  expect(parse({ SWITCH: "asterisk", ASTERISK_ARI_PASSWORD: password, ...given }).asterisk).toEqual({
    url: "https://pbx.example.com/ari",
    user: "desk",
    password,
    copies: "127.0.0.1:9060",
  });
  for (const [variable, value] of [
    ["ASTERISK_ARI_URL", "pbx.example.com"],
    ["ASTERISK_ARI_URL", "http://liantai:secret@pbx/ari"],
    ["ASTERISK_ARI_USER", "a b"],
    ["ASTERISK_ARI_USER", "general;x"],
    ["ASTERISK_ARI_PASSWORD", "short"],
    ["ASTERISK_ARI_PASSWORD", ""],
  ] as const)
    expect(() => parse({ SWITCH: "asterisk", ASTERISK_ARI_PASSWORD: password, [variable]: value })).toThrow(
      expect.objectContaining({ variable }),
    );
});

test("BLOBS=s3 takes a store, a bucket and a key", () => {
  const store = {
    BLOBS: "s3",
    S3_ENDPOINT: "https://s3.example.com/",
    S3_BUCKET: "liantai",
    S3_ACCESS_KEY_ID: "desk",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const kept = {
    endpoint: "https://s3.example.com",
    publicEndpoint: undefined,
    bucket: "liantai",
    region: "us-east-1",
    accessKeyId: "desk",
    secretAccessKey: "secret",
    pathStyle: true,
  };
  expect(parse(store).s3).toEqual(kept);
  // A folder needs none of it, and takes no notice.
  expect(parse({ ...store, BLOBS: "folder" }).s3).toBeUndefined();
  const more = { S3_REGION: "cn-north-1", S3_PUBLIC_ENDPOINT: "https://files.example.com", S3_ADDRESSING: "host" };
  expect(parse({ ...store, ...more }).s3).toEqual({
    ...kept,
    region: "cn-north-1",
    publicEndpoint: "https://files.example.com",
    pathStyle: false,
  });
  for (const [variable, value] of [
    ["BLOBS", "minio"],
    ["S3_ENDPOINT", ""],
    ["S3_ENDPOINT", "s3.example.com"],
    ["S3_ENDPOINT", "https://key:secret@s3.example.com"],
    ["S3_ENDPOINT", "https://s3.example.com/bucket"],
    ["S3_PUBLIC_ENDPOINT", "files"],
    ["S3_BUCKET", ""],
    ["S3_BUCKET", "Lian_Tai"],
    ["S3_REGION", "cn north"],
    ["S3_ACCESS_KEY_ID", ""],
    ["S3_SECRET_ACCESS_KEY", ""],
    ["S3_ADDRESSING", "dns"],
  ] as const)
    expect(() => parse({ ...store, [variable]: value })).toThrow(expect.objectContaining({ variable }));
});

test("TURN_URLS and TURN_SECRET go together; MEDIA_ADDRESS and MEDIA_PORTS say where the audio is reached", () => {
  expect(parse({}).turn).toBeUndefined();
  expect(parse({}).media).toEqual({ address: undefined, ports: undefined });
  const urls = ["turn:turn.example.com:3478?transport=udp", "turns:[2001:db8::1]:5349", "turn:10.0.0.9"];
  const turn = { TURN_URLS: urls.join(", "), TURN_SECRET: "north-south-east-west" };
  expect(parse(turn).turn).toEqual({ urls, secret: "north-south-east-west" });
  expect(parse({ MEDIA_ADDRESS: "203.0.113.10", MEDIA_PORTS: "10000-20000" }).media).toEqual({
    address: "203.0.113.10",
    ports: [10_000, 20_000],
  });
  for (const [variable, value] of [
    ["TURN_URLS", ""],
    ["TURN_URLS", "stun:turn.example.com"],
    ["TURN_URLS", "turn://turn.example.com"],
    ["TURN_URLS", "turn:turn.example.com:70000"],
    ["TURN_URLS", "turn:a,,turn:b"],
    ["TURN_URLS", "turn:a,turn:b,turn:c,turn:d,turn:e"],
    ["TURN_URLS", "turn:turn.example.com?transport=sctp"],
    ["TURN_SECRET", ""],
    ["TURN_SECRET", "short"],
    ["TURN_SECRET", "with a space in it, and long"],
    ["MEDIA_ADDRESS", "desk.example.com"],
    ["MEDIA_ADDRESS", "127.0.0.1"],
    ["MEDIA_ADDRESS", "2001:db8::1"],
    ["MEDIA_PORTS", "80-90"],
    ["MEDIA_PORTS", "20000-10000"],
    ["MEDIA_PORTS", "10000"],
  ] as const)
    expect(() => parse({ ...turn, [variable]: value })).toThrow(expect.objectContaining({ variable }));
});

test.each(["::1", "[::1]", "localhost", "10.0.0.5", "desk-1.example.com"])("HOST takes %s", (host) => {
  expect(parse({ HOST: host }).host).toBe(host.replace(/[[\]]/g, ""));
});

test.each<[string, string]>([
  ["PORT", "0"],
  ["PORT", "65536"],
  ["PORT", "eighty"],
  ["PORT", "80.5"],
  ["PORT", "-1"],
  ["PORT", "0x50"],
  ["HOST", "300.1.1.1"],
  ["HOST", "a b"],
  ["HOST", "http://x"],
  ["HOST", "127.0.0.1:8080"],
  ["DATABASE_URL", "mysql://x/y"],
  ["DATABASE_URL", "localhost"],
  ["REDIS_URL", "localhost:6379"],
  ["REDIS_URL", "http://x"],
  ["SWITCH", "none"],
  ["TRUSTED_PROXIES", "proxy"],
  ["TRUSTED_PROXIES", "10.0.0.0/40"],
  ["TRUSTED_PROXIES", "10.0.0.1 10.0.0.2"],
  ["ALLOWED_HOSTS", "https://desk.example.com"],
  ["ALLOWED_HOSTS", "desk.example.com:8080"],
  ["ALLOWED_HOSTS", "a b"],
  ["METRICS_TOKEN", "short"],
  ["DISK_LOW", "much"],
  ["DISK_LOW", "5"],
  ["DISK_LOW", "5%,2"],
  ["SESSION_DAYS", "0"],
  ["OPERATION_LOG_DAYS", "29"],
  ["OPERATION_LOG_DAYS", "3651"],
  ["OPERATION_LOG_DAYS", "year"],
  ["CHAT_DAYS", "7"],
  ["CHAT_DAYS", "forever"],
  ["SESSION_DAYS", "91"],
  ["SESSION_DAYS", "week"],
  ["TOTP_REQUIRED", "all"],
  ["PUBLIC_URL", "desk.example.com"],
  ["PUBLIC_URL", "ftp://x"],
  ["PUBLIC_URL", "https://x/path"],
  ["PUBLIC_URL", "https://x/?a=1"],
  ["PUBLIC_URL", "https://user:pw@x"],
  ["DEMO_PASSWORD", "short"],
  ["DEMO_PASSWORD", "alllowercase1#"],
  ["DEMO_PASSWORD", "密码Abcdef1#"],
  ["BACKUPS", "366"],
  ["BACKUPS", "many"],
  ["LIANTAI_E2E", "yes"],
])("%s=%s stops the start with one line that names it", (name, value) => {
  let error: unknown;
  try {
    parse({ [name]: value });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ConfigError);
  const { message, variable } = error as ConfigError;
  expect(variable).toBe(name);
  expect(message).toMatch(new RegExp(`^${name} takes `));
  expect(message).not.toContain("\n");
  // A secret that was given wrongly is not repeated.
  if (name === "DEMO_PASSWORD" || name === "DATABASE_URL" || name === "METRICS_TOKEN")
    expect(message).not.toContain(value);
});

test("TLS: both files or none, and readable", () => {
  expect(() => parse({ TLS_CERT: "/c.pem" })).toThrow(/^TLS_KEY /);
  expect(() => parse({ TLS_KEY: "/k.pem" })).toThrow(/^TLS_CERT /);
  expect(() => parse({ TLS_CERT: "/c.pem", TLS_KEY: "/k.pem" }, false)).toThrow(/^TLS_CERT takes a PEM file/);
});

describe("docs/operations.md, Settings", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const [, settings = ""] = /## Settings\n(.*?)\n## /s.exec(text) ?? [];
  const rows = settings
    .split("\n")
    .filter((line) => /^\| [A-Z]/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, names = "", initial = ""]) => ({ names: names.split(", "), initial }));
  /** With these every part of the configuration is read. */
  const everything = {
    SWITCH: "asterisk",
    ASTERISK_ARI_PASSWORD: "0123456789ab",
    BLOBS: "s3",
    S3_ENDPOINT: "https://s3.example.com",
    S3_BUCKET: "liantai",
    S3_ACCESS_KEY_ID: "desk",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  /** Of the build and of the journeys, not of an installation. */
  const internal = ["LIANTAI_DIST", "LIANTAI_E2E", "NODE_ENV"];

  test("the table has every variable that is read, and no other", () => {
    const read = new Set<string>();
    const environment = new Proxy<Environment>(everything, {
      get(target, name) {
        read.add(String(name));
        return Reflect.get(target, name) as unknown;
      },
    });
    parse(environment);
    expect(rows.flatMap(({ names }) => names).sort()).toEqual(
      [...read].filter((name) => !internal.includes(name)).sort(),
    );
  });

  test.each(rows.filter(({ initial }) => /^[^()\s]+$/.test(initial)))(
    "$names: the default $initial changes nothing",
    ({ names, initial }) => {
      const [name = ""] = names;
      const others = Object.fromEntries(Object.entries(everything).filter(([other]) => other !== name));
      const base = ["BLOBS", "SWITCH"].includes(name) ? {} : others;
      expect(parse({ ...base, [name]: initial })).toEqual(parse(base));
    },
  );
});
