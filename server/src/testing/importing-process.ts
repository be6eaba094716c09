/**
 * A process that takes imports of forms and orders over, to be killed: it lives `ms` later than the clock on the wall, so that leases of
 * the dead are over, and its time runs ten times as fast, so that it tells how far it is of what takes a second. It tells its parent what
 * it tells pages.
 */
import { createFolderBlobs } from "../adapters/embedded/blobs/index.ts";
import { createSystemClock, createSystemRandom } from "../adapters/embedded/clock/index.ts";
import { createPostgresDatabase } from "../adapters/production/database/index.ts";
import { createTestPorts } from "./index.ts";
import { createAudit } from "../modules/audit/index.ts";
import { createAuthModule } from "../modules/auth/index.ts";
import { createFilesModule } from "../modules/files/index.ts";
import { createForms } from "../modules/forms/index.ts";
import { createOrganisationModule } from "../modules/organisation/index.ts";
import { makeReminder } from "../modules/reminders/index.ts";
import { sealerOf } from "../modules/system/index.ts";
import { createEngineClient } from "../modules/telephony/index.ts";
import { subscribe } from "../modules/topics.ts";
import { createWorkOrders } from "../modules/workorders/index.ts";

const [, , url = "", folder = "", ms = "0"] = process.argv;
const pace = 10;
const wall = createSystemClock();
const began = wall.now();
const clock = {
  ...wall,
  now: () => began + Number(ms) + (wall.now() - began) * pace,
  after: (wait: number, then: () => void) => wall.after(wait / pace, then),
  every: (wait: number, then: () => void) => wall.every(wait / pace, then),
};
const test = await createTestPorts({
  database: createPostgresDatabase({ url }),
  blobs: createFolderBlobs(folder),
  random: createSystemRandom(wall),
});
const ports = { ...test, clock };
const sealer = sealerOf(Buffer.alloc(32, 1));
const organisation = createOrganisationModule(ports);
const auth = createAuthModule({ ports, organisation, sealer, info: { version: "0", switch: "embedded" } });
const audit = createAudit(ports);
const files = createFilesModule({ ports, audit, auth, sealer });
const deps = { ports, sealer, audit, auth, organisation, files, engine: createEngineClient(ports.broker) };
const forms = createForms(deps);
// Reminders are rows; whoever tells them is another process.
const orders = createWorkOrders({ ...deps, records: forms.orderRecords, reminders: { make: makeReminder } });
forms.module(orders.port);
await subscribe(ports.broker, "message.send", ({ message }) => void process.send?.(message));
await files.start?.();
process.send?.("ready");
process.on("disconnect", () => process.exit(0));
