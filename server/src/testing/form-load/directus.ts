/**
 * directus beside our list: its own server on the same PostgreSQL, over a copy of the records with equal indexes in a schema of its own.
 * It is no dependency of ours: DIRECTUS names a folder where somebody installed it (docs/benchmarks.md says how).
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { demoEnterprise } from "../../modules/system/index.ts";
import { childEnv } from "../child-env.ts";
import { freePort } from "../free-port.ts";
import type { Question } from "../list-load/turns.ts";
import { token, type Asked } from "./data.ts";

export interface OwnDirectus {
  readonly port: number;
  readonly version: string;
  /** The page and the total that ours gives, by its own filters. */
  question(asked: () => Asked, accepts: (text: string) => boolean): Question;
  stop(): Promise<void>;
}

const schema = "directus";
const table = "record";
/** A list's columns, as the bare server asks for them. */
const fields = [
  ...["id", "form_id", "form_version", "version", "values", "source", "owner_id", "owner_name", "group_id", "call_id"],
  ...["parent_id", "created_at", "updated_at", "updated_by", "deleted_at"],
];

/** It wants a key of one column; the rest is as the list's own table has it. */
async function copyRecords(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'form_record' and is_generated = 'NEVER' order by ordinal_position`,
    );
    const columns = rows.map(({ name }) => `"${name}"`).join(", ");
    await client.query(`
      create schema ${schema};
      create table ${schema}.${table} (like public.form_record including defaults including generated including indexes);
      alter table ${schema}.${table} drop constraint ${table}_pkey, add primary key (id);
      insert into ${schema}.${table} (${columns}) select ${columns} from public.form_record`);
    await client.query(`vacuum analyze ${schema}.${table}`);
  } finally {
    await client.end();
  }
}

async function answers(child: ChildProcess, port: number): Promise<void> {
  for (let n = 0; n < 600; n += 1) {
    if (child.exitCode !== null) throw new Error(`directus ended with ${child.exitCode}`);
    const good = await fetch(`http://127.0.0.1:${port}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (good) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("directus does not answer");
}

/** `folder`: where it is installed; `url`: of the database that holds the records. */
export async function startDirectus(folder: string, url: string, formId: string): Promise<OwnDirectus> {
  const modules = join(folder, "node_modules");
  // What its own command runs once it has asked the registry for a newer version.
  const program = join(modules, "@directus", "api", "dist", "cli", "run.js");
  if (!existsSync(program)) throw new Error(`no directus in ${folder}`);
  await copyRecords(url);
  const port = await freePort();
  const env = childEnv({
    ...{ KEY: "bench", SECRET: token, ADMIN_EMAIL: "admin@example.com", ADMIN_PASSWORD: token, ADMIN_TOKEN: token },
    ...{ DB_CLIENT: "pg", DB_CONNECTION_STRING: url, DB_SEARCH_PATH: `array:${schema}` },
    ...{ HOST: "127.0.0.1", PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, NODE_ENV: "production" },
    // As quick as it can be set: nothing limits, nothing is told, no page is served beside. Answers are not kept: ours asks, too.
    ...{ RATE_LIMITER_ENABLED: "false", PRESSURE_LIMITER_ENABLED: "false", CACHE_ENABLED: "false" },
    ...{ TELEMETRY: "false", SERVE_APP: "false", LOG_LEVEL: "error", ACCEPT_TERMS: "true" },
  });
  const args = ["--import", fileURLToPath(new URL("./without-isolates.ts", import.meta.url)), program];
  const options = { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] } satisfies Parameters<typeof spawn>[2];
  const made = spawnSync(process.execPath, [...args, "bootstrap"], options);
  if (made.status !== 0) throw new Error(`directus bootstrap ended with ${made.status}`);
  const child = spawn(process.execPath, [...args, "start"], options);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  await answers(child, port).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const { version } = JSON.parse(readFileSync(join(modules, "directus", "package.json"), "utf8")) as {
    version: string;
  };
  const is = (name: string, value: string) => ({ [name]: { _eq: value } });
  return {
    port,
    version,
    question: (asked, accepts) => ({
      ...{ path: `/items/${table}`, method: "SEARCH", token, accepts },
      body() {
        const [kind, grade, { value: amount }] = asked();
        const filter = {
          _and: [
            ...[is("comp_id", demoEnterprise.compId), is("form_id", formId), { deleted_at: { _null: true } }],
            ...[is("t2", kind.value[0]), is("t3", grade.value[0]), { n1: { _between: [amount.from, amount.to] } }],
          ],
        };
        const page = { fields, sort: ["-created_at", "-id"], limit: 20, page: 1, meta: ["filter_count"] };
        return JSON.stringify({ query: { filter, ...page } });
      },
    }),
    stop,
  };
}
