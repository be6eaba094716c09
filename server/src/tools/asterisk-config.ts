/** npm run asterisk:config -- DIR: what an Asterisk 22 needs to be the switch of this installation (docs/operations.md). */
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { asteriskFiles } from "../adapters/production/switch/configuration.ts";
import { ConfigError } from "../config/fault.ts";
import { parseMedia } from "../config/media.ts";

const usage = `npm run asterisk:config -- DIR [--http ADDRESS:PORT] [--sip ADDRESS:PORT] [--media FIRST-LAST] [--public ADDRESS]
                           [--local NETWORK,...] [--copies ADDRESS:PORT] [--turn HOST:PORT --turn-user NAME --turn-password TEXT]
ASTERISK_ARI_USER, ASTERISK_ARI_PASSWORD, MEDIA_ADDRESS (--public) and MEDIA_PORTS (--media) as for npm start; without a password a new
one is made and printed.`;

class Misuse extends Error {}

/** 127.0.0.1:8088 or [::1]:8088. */
function addressAndPort(text: string): { address: string; port: number } {
  const [, address = "", port = ""] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const bare = address.replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) === 0 || Number(port) < 1 || Number(port) > 65_535) throw new Misuse(`${text}: takes ADDRESS:PORT`);
  return { address: bare, port: Number(port) };
}

function main(): void {
  const text = { type: "string" } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      http: text,
      sip: text,
      copies: text,
      media: text,
      public: text,
      local: text,
      turn: text,
      "turn-user": text,
      "turn-password": text,
    },
  });
  if (positionals.length !== 1) throw new Misuse("one DIR");
  // The server's own variables, so that both say the same of the same audio.
  const options = new Map([
    ["MEDIA_ADDRESS", values.public],
    ["MEDIA_PORTS", values.media],
  ]);
  const media = parseMedia((name) => options.get(name) ?? (process.env[name]?.trim() || undefined));
  const turn = [values.turn, values["turn-user"], values["turn-password"]];
  if (turn.some(Boolean) && !turn.every(Boolean))
    throw new Misuse("--turn, --turn-user and --turn-password go together");
  const given = process.env["ASTERISK_ARI_PASSWORD"]?.trim();
  const user = process.env["ASTERISK_ARI_USER"]?.trim() || "liantai";
  const password = given || randomBytes(18).toString("hex");
  const files = asteriskFiles({
    user,
    password,
    ...(values.http ? { http: addressAndPort(values.http) } : {}),
    ...(values.sip ? { sip: addressAndPort(values.sip) } : {}),
    ...(values.copies ? { copies: addressAndPort(values.copies) } : {}),
    ...(media.ports ? { media: media.ports } : {}),
    ...(media.address ? { publicAddress: media.address } : {}),
    ...(values.local ? { localNetworks: values.local.split(",") } : {}),
    ...(values.turn
      ? { turn: { address: values.turn, user: values["turn-user"] ?? "", password: values["turn-password"] ?? "" } }
      : {}),
  });
  const folder = resolve(process.env["INIT_CWD"] ?? ".", positionals[0] ?? "");
  mkdirSync(folder, { recursive: true });
  // They hold the password.
  for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), body, { mode: 0o640 });
  process.stdout.write(`${Object.keys(files).length} files in ${folder}: copy them over those of /etc/asterisk\n`);
  process.stdout.write(
    `SWITCH=asterisk ASTERISK_ARI_USER=${user}${given ? "" : ` ASTERISK_ARI_PASSWORD=${password}`}\n`,
  );
}

try {
  main();
} catch (error) {
  const misused =
    error instanceof Misuse ||
    error instanceof ConfigError ||
    (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`${(error as Error).message}\n${misused ? `${usage}\n` : ""}`);
  process.exit(1);
}
