import { createTestDatabase } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import { createStage, type Stage } from "../testing/stage.ts";

/** callStyle, fixCallType and stationtype (realtime.md section 4). */
describe("as what a call goes out", () => {
  let s: Stage;
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    s = await createStage({ database, greeting: "", group: { announceEveryS: 0 } });
    await s.called("13800138000");
  });
  afterEach(() => s.stop());

  async function recorded(callStyle: number, fields: Record<string, string>) {
    await database.system((trx) =>
      trx.updateTable("seat").set({ callStyle }).where("compId", "=", s.compId).where("agentId", "=", "1001").execute(),
    );
    const page = await s.ready("1001");
    const { code } = await page.command("makeCall", { number: "13800138000", ...fields });
    if (code !== 1) return code;
    const { callId } = page.callView()!;
    await page.command("hangup", { callId });
    await s.settle();
    return s.record(callId);
  }

  test("T8 callStyle 1: what whoever asks says, 1 where he says nothing", async () => {
    expect(await recorded(1, { callType: "3" })).toMatchObject({ callStyle: 1, callType: 3 });
  });

  test("T8 callStyle 1 without a word is 1", async () => {
    expect(await recorded(1, {})).toMatchObject({ callStyle: 1, callType: 1 });
  });

  test("T8 otherwise the seat's terminal type, whatever is said", async () => {
    expect(await recorded(0, { callType: "3" })).toMatchObject({ callStyle: 0, callType: 2 });
  });

  test("T8 what is no type is malformed, and a call that comes in has none", async () => {
    expect(await recorded(0, { callType: "three" })).toBe(-400);
    const { leg } = await s.customer("13800138009");
    await s.sw.hangup(leg);
    await s.settle();
    expect((await s.records()).at(-1)).toMatchObject({ direction: "inbound", callStyle: null, callType: null });
  });
});
