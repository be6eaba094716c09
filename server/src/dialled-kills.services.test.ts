/**
 * E6 of dialling: the owner is killed at random moments with 50 calls up, on PostgreSQL, and the process beside it goes on. No number is
 * called twice within its interval and none is lost, the counters equal the rows, the ledger equals the wire. DIAL_KILLS: how often.
 */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChildProcess } from "node:child_process";
import { body, node } from "@liantai/api/testing/flows";
import { seedFlow } from "./modules/flows/index.ts";
import { insertTask } from "./modules/dialling/testing/tasks.ts";
import { addPhones, compId } from "./modules/dialling/tasks/testing.ts";
import { verifyLedgers } from "./modules/dialling/index.ts";
import { expectBooks } from "./testing/dial-kills/books.ts";
import { layTrunk } from "./testing/dial-office.ts";
import { createProcesses, until, type Processes } from "./testing/processes.ts";
import { seededPorts } from "./testing/seeded.ts";
import { openOwnDatabase, type OwnDatabase } from "./testing/services.ts";

const kills = Number(process.env["DIAL_KILLS"] ?? 2);
const up = 50;
/** Enough for so many calls at every kill: what is busy is dialled again, and who talked when his line was lost was reached. */
const numbers = up * (kills + 1) + 30;
/** A retry comes so much after the end of a try: no task may be set so short, its row may. */
const intervalMs = 3_000;

/** Whoever is in it stays for as long as he talks. */
const waits = body([
  node("开始", "start", { to: { next: "等" } }),
  node("等", "keyNav", {
    says: ["请稍候"],
    config: { keys: ["1"], firstSeconds: 60, tries: 9 },
    to: { "key-1": "完" },
  }),
  node("完", "hangup"),
]);

let own: OwnDatabase;
let processes: Processes;
let folder = "";
let taskId = "";
const wire = () => join(folder, "wire");

beforeAll(async () => {
  own = await openOwnDatabase();
  folder = await mkdtemp(join(tmpdir(), "liantai-kills-"));
  processes = createProcesses();
  const ports = await seededPorts({ database: own.database });
  const { numbers: shown } = await layTrunk(own.database);
  const [flowId, at] = ["waits", new Date(ports.clock.now())];
  await own.database.system(async (trx) => {
    await seedFlow(trx, compId, { id: flowId, versionId: "v-waits", name: "等待", body: waits, at, flowType: 1 });
    await trx.updateTable("enterprise").set({ maxConcurrentCalls: 0 }).where("compId", "=", compId).execute();
  });
  const again = { afterMin: intervalMs / 60_000, times: 1_000, otherSlot: 0, otherNumber: 0 };
  taskId = await insertTask(ports, {
    ftype: 4,
    settings: {
      ...{ flowId, accessNumbers: [shown[0]!], concurrency: up, perSecond: 50, perDay: 1_000, inAll: 1_000 },
      retries: [{ codes: [0, 588, 598], ...again }],
    },
  });
  await addPhones(
    { ports },
    taskId,
    Array.from({ length: numbers }, () => ({})),
  );
  await own.database.system((trx) => trx.updateTable("task").set({ state: "running" }).execute());
  await ports.close();
}, 120_000);
afterAll(async () => {
  await processes?.end();
  await own?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Owner {
  readonly child: ChildProcess;
  ready: boolean;
  live: number;
}
function start(): Owner {
  const owner: Owner = {
    child: processes.start(new URL("./testing/dial-kills/owner.ts", import.meta.url), own.url, wire()),
    ready: false,
    live: 0,
  };
  owner.child.on("message", (message) => {
    if (message === "ready") owner.ready = true;
    else owner.live = (message as { readonly live: number }).live;
  });
  return owner;
}

const calls = () =>
  readFileSync(wire(), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .map(([phone, at]) => ({ phone: phone!, at: Number(at) }));
const rows = () =>
  own.database.tenant(compId, async (trx) => ({
    phones: await trx.selectFrom("dial_phone").select(["id", "phone", "state", "attempts"]).execute(),
    attempts: await trx.selectFrom("dial_attempt").selectAll().orderBy("startedAt").execute(),
    progress: await trx.selectFrom("dial_progress").selectAll().where("taskId", "=", taskId).executeTakeFirstOrThrow(),
    ledger: await trx.selectFrom("dial_ledger").select(["kind", "attemptId"]).execute(),
    task: await trx.selectFrom("task").select("state").where("id", "=", taskId).executeTakeFirstOrThrow(),
  }));

test(
  "E6 D1 E19 killed again and again with 50 calls up: none twice in its interval, none lost, counters and ledger right",
  async () => {
    let owners = [start(), start()];
    const gaps: number[] = [];
    const dials = () => owners.find(({ live }) => live >= up - 5);
    for (let kill = 0; kill < kills; kill += 1) {
      await until(
        "one dials and one waits",
        () => owners.every(({ ready }) => ready) && dials() !== undefined,
        120_000,
      );
      // A moment later some of its calls may be over.
      const owner = dials()!;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 700));
      await processes.kill(owner.child);
      const at = Date.now();
      // Who talks holds his place in the task until his line is known to be lost: only where places were free this is a matter of 3 s.
      await until("the other one dials", () => calls().at(-1)!.at > at, 60_000);
      gaps.push(calls().find((call) => call.at > at)!.at - at);
      owners = [...owners.filter((each) => each !== owner), start()];
    }
    for (const { child } of owners) child.send("end");
    await until("the task is done", async () => (await rows()).task.state === "completed", 240_000);
    const { phones, attempts, progress, ledger } = await rows();
    process.stdout.write(
      `dial kills: ${kills}, ${attempts.length} attempts, ${calls().length} INVITEs; ` +
        `on again after ms ${gaps.toSorted((a, b) => a - b).join(" ")}\n`,
    );
    expectBooks({ phones, attempts, progress, ledger, wire: calls() }, { numbers, intervalMs });
    expect((await verifyLedgers(own.database)).map(({ broken, untold }) => [broken, untold])).toEqual([[undefined, 0]]);
  },
  900_000 + kills * 20_000,
);
