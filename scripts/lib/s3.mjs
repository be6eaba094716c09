// A private OpenStack Swift for the services suites: a store of the field that speaks S3 and is in Debian. One disk, one replica, in a
// temporary folder, on free ports of loopback.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const program = "/usr/bin/swift-proxy-server";
const memory = "/usr/bin/memcached";
/** tempauth writes it user_ACCOUNT_NAME, S3 clients ACCOUNT:NAME. */
const account = "liantai_store";
const kinds = /** @type {const} */ (["account", "container", "object"]);
/** What the proxy passes a request through, S3 among it; large objects (slo) carry S3's multipart uploads. */
const pipeline =
  "catch_errors gatekeeper healthcheck memcache listing_formats bulk s3api tempauth slo dlo proxy-server";

/**
 * @param {string} folder
 * @param {Record<string, number>} ports
 * @param {string} secret
 */
function configure(folder, ports, secret) {
  /** @param {string} name @param {readonly string[]} lines */
  const write = (name, lines) => writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  const { username } = userInfo();
  /** @param {string} name @param {string} pipe */
  const common = (name, pipe) => [
    "[DEFAULT]",
    "bind_ip = 127.0.0.1",
    `bind_port = ${ports[name]}`,
    `swift_dir = ${folder}`,
    `user = ${username}`,
    // 0: one process, no children to end.
    "workers = 0",
    "log_level = ERROR",
    `devices = ${folder}/devices`,
    "mount_check = false",
    "disable_fallocate = true",
    "fallocate_reserve = 0",
    "eventlet_debug = false",
    "[pipeline:main]",
    `pipeline = ${pipe}`,
  ];
  write("swift.conf", [
    "[swift-hash]",
    `swift_hash_path_suffix = ${randomBytes(8).toString("hex")}`,
    `swift_hash_path_prefix = ${randomBytes(8).toString("hex")}`,
    "[storage-policy:0]",
    "name = only",
    "default = yes",
  ]);
  for (const kind of kinds)
    write(`${kind}-server.conf`, [
      ...common(kind, `${kind}-server`),
      `[app:${kind}-server]`,
      `use = egg:swift#${kind}`,
    ]);
  const filters = pipeline.split(" ").slice(0, -1);
  /** @type {Record<string, readonly string[]>} */
  const options = {
    s3api: ["location = us-east-1", "auth_pipeline_check = false", "min_segment_size = 5242880"],
    tempauth: [`user_${account} = ${secret} .admin`, "auth_prefix = /auth/"],
    memcache: [`memcache_servers = 127.0.0.1:${ports["cache"]}`],
    slo: ["rate_limit_after_segment = 1000"],
  };
  write("proxy-server.conf", [
    ...common("proxy", pipeline),
    "[app:proxy-server]",
    "use = egg:swift#proxy",
    "account_autocreate = true",
    "allow_account_management = true",
    ...filters.flatMap((name) => [`[filter:${name}]`, `use = egg:swift#${name}`, ...(options[name] ?? [])]),
  ]);
}

/** @param {string} folder @param {Record<string, number>} ports */
function makeRings(folder, ports) {
  mkdirSync(join(folder, "devices/disk"), { recursive: true });
  for (const kind of kinds) {
    const builder = join(folder, `${kind}.builder`);
    for (const parameters of [
      ["create", "4", "1", "0"],
      [
        "add",
        "--region",
        "1",
        "--zone",
        "1",
        "--ip",
        "127.0.0.1",
        "--port",
        String(ports[kind]),
        "--device",
        "disk",
        "--weight",
        "1",
      ],
      ["rebalance"],
    ]) {
      const done = spawnSync("/usr/bin/swift-ring-builder", [builder, ...parameters], { encoding: "utf8" });
      // 1: a warning, here that there is only one device.
      if (done.status !== 0 && done.status !== 1) throw new Error(`swift-ring-builder: ${done.stdout}${done.stderr}`);
    }
  }
}

/**
 * What the suites are told. A machine without Swift is said so; the suites that need it then fail, each with the same words.
 * @param {string} folder
 * @param {() => Promise<number>} freePort
 * @param {(child: import("node:child_process").ChildProcess) => unknown} onStart
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function startS3(folder, freePort, onStart) {
  const { TEST_S3_URL, TEST_S3_KEY, TEST_S3_SECRET } = process.env;
  if (TEST_S3_URL) return { TEST_S3_URL, TEST_S3_KEY, TEST_S3_SECRET };
  if (!existsSync(program) || !existsSync(memory)) {
    console.error(
      "No S3 store is on this machine: install swift-proxy, swift-account, swift-container, swift-object and memcached (Debian) " +
        "or name a running store in TEST_S3_URL, TEST_S3_KEY and TEST_S3_SECRET.",
    );
    return {};
  }
  const home = mkdtempSync(join(folder, "s3-"));
  const secret = randomBytes(16).toString("hex");
  /** @type {Record<string, number>} */
  const ports = {};
  for (const name of [...kinds, "proxy", "cache"]) ports[name] = await freePort();
  configure(home, ports, secret);
  makeRings(home, ports);
  // tempauth remembers who signed in there.
  onStart(
    spawn(memory, ["-u", userInfo().username, "-l", "127.0.0.1", "-p", String(ports["cache"]), "-m", "16"], {
      stdio: "ignore",
    }),
  );
  for (const name of [...kinds, "proxy"])
    onStart(
      spawn("/usr/bin/python3", [`/usr/bin/swift-${name}-server`, join(home, `${name}-server.conf`)], {
        stdio: "ignore",
        cwd: home,
        env: { PATH: process.env["PATH"], TMPDIR: tmpdir(), LANG: "C.UTF-8" },
      }),
    );
  const url = `http://127.0.0.1:${ports["proxy"]}`;
  for (let i = 0; i < 150; i++) {
    const up = await fetch(`${url}/healthcheck`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return { TEST_S3_URL: url, TEST_S3_KEY: account.replace("_", ":"), TEST_S3_SECRET: secret };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the S3 store did not come up in 30 s");
}
