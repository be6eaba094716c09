/**
 * A process that dials until it is killed: the modules of a server on PostgreSQL, and a switch whose callees answer and talk on, or are
 * busy. It writes each call that leaves into a file, as a wire would have it, and tells its parent how many are up.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createProcessBroker } from "../../adapters/embedded/broker/index.ts";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { createPostgresDatabase } from "../../adapters/production/database/index.ts";
import { createModules } from "../../modules.ts";
import { ScriptedSwitch } from "../../modules/telephony/testing/scripted-switch.ts";
import { createTestPorts } from "../index.ts";
import { testSealer } from "../seeded.ts";

const [, , url = "", wire = ""] = process.argv;
const clock = createSystemClock();
const sw = new ScriptedSwitch(clock, true);
sw.capabilities = { outlives: true, trunks: true };
const test = await createTestPorts({
  database: createPostgresDatabase({ url }),
  broker: createProcessBroker(clock),
  random: createSystemRandom(clock),
  switch: sw,
});
const ports = { ...test, clock, dialHours: { from: "00:00", to: "24:00" } };

const tell = (what: object | string) => process.connected && process.send?.(what);

/** Who answered talks on until the parent says that all may come to an end. */
let ends = false;
const talking = new Set<string>();
process.on("message", () => {
  ends = true;
  for (const leg of talking) sw.leave(leg);
});

sw.on((event) => {
  if (event.type === "hungup") talking.delete(event.leg);
  if (event.type !== "ringing") return;
  const { leg } = event;
  const { to } = sw.request(leg)!;
  const phone = typeof to === "string" ? to : to.number;
  appendFileSync(wire, `${phone} ${clock.now()}\n`);
  tell({ live: sw.legs });
  const there = () => sw.at(`tel:${phone}`).includes(leg);
  clock.after(100 + Math.random() * 900, () => {
    if (!there()) return;
    if (Math.random() < 0.3) return sw.leave(leg, "busy", { sipCode: 486 });
    sw.pickUp(leg);
    if (!ends) talking.add(leg);
    else clock.after(200, () => there() && sw.leave(leg));
  });
});

const { modules } = createModules({
  ports,
  sealer: testSealer,
  info: { version: "1", switch: "embedded" },
  reveal: { enabled: false, host: "127.0.0.1" },
  realm: "liantai",
  dataDir: ports.folder,
  backupsKept: 0,
  recordingsFolder: join(ports.folder, "live"),
  repair: async () => undefined,
});
for (const module of modules) await module.start?.();
tell("ready");
process.on("disconnect", () => process.exit(0));
