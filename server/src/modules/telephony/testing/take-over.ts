/** A stage whose engine dies as by kill -9: its legs go on, and another engine over the same store takes them up. */
import { createTestDatabase } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import { createStage, type Page, type Stage, type StageOptions } from "./stage.ts";

export interface TakeOver {
  /** The engine that has the calls. */
  readonly s: Stage;
  /** ms: how long nobody leads. meanwhile: what nobody hears of. */
  takeOver(ms?: number, meanwhile?: (switched: Stage["sw"]) => void): Promise<void>;
  /** The same tab of the agent, as its gateway attaches it again. */
  back(agentId: string): Promise<Page>;
}

/** For each test of the file, or of the block. */
export function takeOverEach(options: Pick<StageOptions, "doors"> = {}): TakeOver {
  let database: Database;
  let stages: Stage[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    stages = [await createStage({ database, greeting: "", outlives: true, ...options })];
  });
  afterEach(async () => {
    const present = stages.at(-1)!;
    await present.stop();
    for (const each of stages) if (each !== present) await each.ports.close();
  });
  const present = (): Stage => stages.at(-1)!;
  return {
    get s() {
      return present();
    },
    async takeOver(ms = 2_000, meanwhile = () => undefined) {
      const old = present();
      await old.kill();
      meanwhile(old.sw);
      await old.ports.clock.advance(ms);
      stages.push(await createStage({ after: old, ...options }));
      await present().settle();
    },
    back: (agentId) => present().signIn(agentId, { takeMedia: false, device: false }),
  };
}
