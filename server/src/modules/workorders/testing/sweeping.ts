/** A process that looks after limits of orders over a database, and nothing else: to be killed. It lives by the clock on the wall. */
import { createSystemClock } from "../../../adapters/embedded/clock/index.ts";
import { createPostgresDatabase } from "../../../adapters/production/database/index.ts";
import { createTestPorts } from "../../../testing/index.ts";
import { reminded } from "../tickets.ts";
import { createAuthModule } from "../../auth/index.ts";
import { createOrganisationModule } from "../../organisation/index.ts";
import { sealerOf } from "../../system/index.ts";
import { TimerSweep } from "../timers/sweep.ts";
import { recordsOf } from "./floor.ts";

const url = process.argv[2] ?? "";
const test = await createTestPorts({ database: createPostgresDatabase({ url }) });
const ports = { ...test, clock: createSystemClock() };
const sealer = sealerOf(Buffer.alloc(32, 1));
const organisation = createOrganisationModule(ports);
const auth = createAuthModule({ ports, organisation, sealer, info: { version: "0", switch: "embedded" } });
const records = recordsOf({ ports, sealer, composition: { auth, organisation } });
const sweep = new TimerSweep({
  ports,
  records,
  tickets: reminded,
});
await sweep.start();
process.send?.("ready");
process.on("disconnect", () => process.exit(0));
