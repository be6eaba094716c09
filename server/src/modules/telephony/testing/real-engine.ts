/** The engine on a real switch: real SIP, real audio, real speech, real time, the seeded demonstration. */
import { join } from "node:path";
import { createProcessBroker } from "../../../adapters/embedded/broker/index.ts";
import { createSystemClock, createSystemRandom } from "../../../adapters/embedded/clock/index.ts";
import { createEmbeddedSpeech } from "../../../adapters/embedded/speech/index.ts";
import { repairWav } from "../../../adapters/embedded/switch/index.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Ports } from "../../../ports/index.ts";
import type { MakeSwitchHarness, SwitchHarness } from "../../../ports/switch.contract.ts";
import { createTestPorts, silentLogger, type TestPorts } from "../../../testing/index.ts";
import { createEventLog } from "../../event-log/index.ts";
import { createDirectory, createNumbers } from "../../numbers/index.ts";
import { createSecureEntries } from "../../secure-entries/index.ts";
import { createQueuedContacts } from "../../queued-contacts/index.ts";
import { sealerOf, type Sealer } from "../../system/index.ts";
import { seed } from "../../first-start/index.ts";
import { createEngine, type Engine } from "../engine/index.ts";
import { Recordings } from "../engine/recordings.ts";
import type { TalkListener } from "../listener.ts";
import type { OutsideLines } from "../outside.ts";

export interface RealEngine {
  readonly base: TestPorts;
  readonly ports: Ports;
  readonly harness: SwitchHarness;
  readonly engine: Engine;
  readonly eventLog: ReturnType<typeof createEventLog>;
  readonly sealer: Sealer;
  close(): Promise<void>;
}

/** `prepare`: before the engine starts, with the seed in place. */
export async function openRealEngine(
  make: MakeSwitchHarness,
  prepare: (base: TestPorts, now: number, sealer: Sealer) => Promise<unknown>,
  outside?: (ports: Ports, sealer: Sealer) => OutsideLines,
  clock: Clock = createSystemClock(),
  listener?: (ports: Ports, sealer: Sealer) => TalkListener,
): Promise<RealEngine> {
  const base = await createTestPorts();
  const random = createSystemRandom(clock);
  const broker = createProcessBroker(clock);
  const sealer = sealerOf(Buffer.alloc(32, 7));
  await seed({ database: base.database, clock, random }, sealer, { host: "127.0.0.1" });
  await prepare(base, clock.now(), sealer);
  const harness = await make(createDirectory({ database: base.database, broker, random, clock, sealer }));
  const ports: Ports = {
    ...base,
    clock,
    random,
    broker,
    switch: harness.switch,
    speech: createEmbeddedSpeech({ folder: join(base.folder, "speech"), clock, logger: silentLogger }),
  };
  const eventLog = createEventLog(ports);
  const engine = createEngine({
    ...ports,
    eventLog,
    numbers: createNumbers(ports.database, broker, random),
    recordings: new Recordings({
      folder: join(base.folder, "recordings-live"),
      blobs: ports.blobs,
      switch: ports.switch,
      logger: silentLogger,
      repair: repairWav,
    }),
    contacts: createQueuedContacts(ports.database),
    secureEntries: createSecureEntries({ ...ports, jobs: { send: async () => undefined }, sealer }),
    screen: async () => ({ ok: true }),
    ...(outside ? { outside: outside(ports, sealer) } : {}),
    ...(listener ? { listener: listener(ports, sealer) } : {}),
  });
  await engine.start();
  return {
    base,
    ports,
    harness,
    engine,
    eventLog,
    sealer,
    async close() {
      await engine.stop();
      await harness.switch.stop();
      await harness.close();
      await ports.speech.close();
      await base.close();
    },
  };
}
