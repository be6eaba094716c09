/** Server processes that share PostgreSQL, Redis and Asterisk, as an installation on two machines has them: for suites and benches. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { Client } from "pg";
import { administer, administrativeUrl, createMigrated, ownName } from "../services.ts";
import { addSecondEnterprise } from "./second-enterprise.ts";
import { childEnv } from "../child-env.ts";
import { boundToParent } from "../bound-process.ts";

export interface Host {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has printed. */
  output(): string;
}

type Settings = Readonly<Record<string, string>>;

export class Hosts {
  readonly #name = ownName();
  readonly #folder: string;
  readonly #database: Client;
  readonly #settings: Settings;
  readonly #hosts: Host[] = [];

  private constructor(folder: string, settings: Settings) {
    this.#folder = folder;
    this.#settings = settings;
    this.#database = new Client({ connectionString: this.#named(administrativeUrl) });
  }

  /** settings: of every process, beside the addresses that the suites are told, or instead of them. */
  static async open(settings: Settings = {}): Promise<Hosts> {
    const hosts = new Hosts(await mkdtemp(join(tmpdir(), "liantai-hosts-")), settings);
    await createMigrated(hosts.#name);
    await hosts.#database.connect();
    return hosts;
  }

  #named(url: string): string {
    return Object.assign(new URL(url), { pathname: `/${this.#name}` }).href;
  }

  /** For what a suite gives its processes; it goes with them. */
  get folder(): string {
    return this.#folder;
  }

  /** Another process; resolves when it is ready, rejects with its last words when it ends before. settings: of this one alone. */
  async start(patienceMs = 60_000, settings: Settings = {}): Promise<Host> {
    const port = await freePort();
    let said = "";
    const child = spawn(...boundToParent(process.execPath, [join(import.meta.dirname, "../../main.ts")]), {
      env: childEnv({
        LIANTAI_E2E: "1",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: join(this.#folder, "data"),
        REDIS_URL: process.env["TEST_REDIS_URL"],
        SWITCH: "asterisk",
        ASTERISK_ARI_URL: process.env["TEST_ASTERISK_URL"],
        ASTERISK_ARI_USER: process.env["TEST_ASTERISK_USER"],
        ASTERISK_ARI_PASSWORD: process.env["TEST_ASTERISK_PASSWORD"],
        ASTERISK_SIP_COPIES: process.env["TEST_ASTERISK_COPIES"],
        ...this.#settings,
        ...settings,
        // By whatever way: it is this run's database.
        DATABASE_URL: this.#named(this.#settings["DATABASE_URL"] ?? administrativeUrl),
      }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += String(chunk)));
    const host = { url: `http://127.0.0.1:${port}`, child, output: () => said };
    this.#hosts.push(host);
    const ready = async () => {
      if (child.exitCode !== null) throw new Error(`a process ended before it was ready: ${said}`);
      return (await fetch(`${host.url}/readyz`).catch(() => undefined))?.ok === true;
    };
    await this.until("a process is ready", ready, patienceMs);
    return host;
  }

  /** What a failure shows beside is the end of what the processes have printed. */
  async until(what: string, holds: () => Promise<boolean> | boolean, ms = 20_000): Promise<void> {
    for (const end = performance.now() + ms; performance.now() < end;) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${what}: did not happen\n${this.printed()}`);
  }

  /** The end of what each process has printed, killed ones included. */
  printed(): string {
    return this.#hosts.map((each) => each.output().slice(-3_000)).join("\n----\n");
  }

  /** Of the database that they share. */
  get databaseUrl(): string {
    return this.#named(administrativeUrl);
  }

  async rows<R>(sql: string): Promise<readonly R[]> {
    return (await this.#database.query(sql)).rows as R[];
  }

  /** Beside the demonstration's. */
  addSecondEnterprise(named?: Parameters<typeof addSecondEnterprise>[1]): Promise<void> {
    return addSecondEnterprise(this.#database, named);
  }

  /** So many more, of which nobody is signed in anywhere: their rows alone, with the first one's settings. */
  async addBareEnterprises(count: number): Promise<void> {
    const named = "to_jsonb(e) || jsonb_build_object('comp_id', (200000 + n)::text, 'name', '企业' || n)";
    await this.rows(
      `insert into enterprise select each.* from enterprise e, generate_series(1, ${count}) n,
       jsonb_populate_record(null::enterprise, ${named}) each where e.comp_id = '100001'`,
    );
  }

  /** The figure that a query of one row calls n. */
  async figure(sql: string): Promise<number> {
    return Number((await this.rows<{ readonly n: string | null }>(sql))[0]?.n ?? 0);
  }

  /** In peace. */
  async end({ child }: Host): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // One that was stopped hears nothing else.
    child.kill("SIGCONT");
    if (child.kill("SIGTERM")) await once(child, "exit");
  }

  /** So that nothing is left in Asterisk for whoever comes next. */
  async close(): Promise<void> {
    for (const host of this.#hosts) await this.end(host);
    await this.#database.end();
    await administer(`drop database ${this.#name} with (force)`);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
