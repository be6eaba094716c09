import { createTestDatabase } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import { createStage, type Stage } from "../testing/stage.ts";

/** The echo number of the device check. */
describe("the echo number", () => {
  let s: Stage;
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    s = await createStage({ database, greeting: "", group: { announceEveryS: 0 } });
  });
  afterEach(() => s.stop());

  async function calls(agentId: string) {
    const leg = s.sw.invite(`${s.compId}${agentId}`, "*43");
    await s.settle();
    return leg;
  }

  test("T7 a seat that calls *43 hears itself for a minute at most; nothing is recorded and no state changes", async () => {
    const page = await s.signIn("1001");
    const before = page.heard.length;
    const leg = await calls("1001");
    expect(s.sw.hears(leg)).toBe(`leg ${leg}`);
    await s.advance(59_000);
    expect(s.sw.at(page.user)).toEqual([leg]);
    await s.advance(1_000);
    expect(s.sw.at(page.user)).toEqual([]);
    expect(await s.records()).toEqual([]);
    expect(page.heard).toHaveLength(before);
  });

  test("T7 who hangs up, or is lost, has ended it; a caller who comes meanwhile rings", async () => {
    const page = await s.ready("1001");
    const leg = await calls("1001");
    await s.sw.hangup(leg);
    await s.settle();
    const again = await calls("1001");
    s.sw.lose(again);
    await s.settle();
    expect(s.sw.at(page.user)).toEqual([]);
    await calls("1001");
    await s.customer();
    await s.settle();
    expect(page.callView()).toMatchObject({ phase: "ringing" });
  });

  test("T7 a telephone has one echo at a time, and none when the engine stops", async () => {
    const page = await s.signIn("1001");
    await calls("1001");
    const second = await calls("1001");
    expect(s.sw.at(page.user)).toEqual([second]);
    expect(s.sw.hears(second)).toBe(`leg ${second}`);
    await s.engine.stop();
    expect(s.sw.at(page.user)).toEqual([]);
  });

  test("T7 nobody who is not signed in at the seat, and nobody in a call, gets it", async () => {
    const nobodys = await calls("1001");
    expect(s.sw.log).toContain(`hangup ${nobodys} forbidden`);
    const page = await s.ready("1001");
    await s.customer();
    await s.settle();
    const busy = await calls("1001");
    expect(page.callView()).toMatchObject({ phase: "ringing" });
    expect(s.sw.log).toContain(`hangup ${busy} busy`);
  });
});
