import { createTestDatabase } from "../../../testing/index.ts";
import type { QueuesNow } from "../../../ports/engine.ts";
import type { Database } from "../../../ports/database.ts";
import { rebuild } from "../../event-log/index.ts";
import { createStage, type Stage } from "../testing/stage.ts";

/** kill -9 in mid-call: the record is not lost, everything is back in a clean state, and everybody is told. */
describe("after the process died", () => {
  let database: Database;
  let old: Stage;
  let s: Stage;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  afterEach(async () => {
    await s.stop();
    await old.ports.close();
  });
  const status = (agent: string) =>
    database.system((trx) =>
      trx
        .selectFrom("agent_status")
        .select(["code", "reason", "toAt"])
        .where("compId", "=", s.compId)
        .where("agentId", "=", agent)
        .orderBy("seq")
        .execute(),
    );

  test("K7 a call that talked, one that rang, one that waited", async () => {
    old = await createStage({ database, greeting: "" });
    const page = await old.ready("1001");
    await old.customer("1");
    old.sw.pickUp(old.sw.at(page.user)[0]!);
    await old.settle();
    const { callId } = page.callView()!;
    await old.advance(8_000);
    const ringing = await old.ready("1002");
    await old.customer("2");
    expect(ringing.callView()?.phase).toBe("ringing");
    await old.customer("3");
    // The recording says how long the call lived: here the file of 20 ms that the script wrote at its start.
    const before = await old.records();
    expect(before.map((r) => r["cause"])).toEqual([null, null, null]);
    await old.kill();
    await old.ports.clock.advance(60_000);

    s = await createStage({ after: old });
    const records = await s.records();
    expect(records.map((r) => [r["cause"], r["result"]])).toEqual([
      ["serverRestart", 200],
      ["serverRestart", 598],
      ["serverRestart", 598],
    ]);
    expect(records.every((r) => r["endAt"] !== null)).toBe(true);
    // It ended when it was last heard of, not when the server came back.
    expect((records[0]!["endAt"] as Date).getTime()).toBeLessThan(s.ports.clock.now() - 50_000);
    expect(records[0]).toMatchObject({ recordingMs: 20, recordingKey: expect.stringContaining(callId) });
    expect((await s.ports.blobs.stat(records[0]!["recordingKey"] as string))?.bytes).toBe(44 + 640);
    expect((await s.track(callId)).slice(-2)).toEqual(["ended:serverRestart", "recordingStored"]);
    expect(await status("1001")).toEqual([
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
      { code: 0, reason: "serverRestart", toAt: null },
    ]);
    expect((await status("1001")).filter((r) => r.toAt === null)).toHaveLength(1);

    const again = await s.signIn("1001");
    expect(again.callView()).toBeUndefined();
    expect(again.last("callEnd")).toEqual({ callId, cause: "serverRestart" });
    expect(again.last("notice")).toMatchObject({ level: "warning" });
    expect([again.code(), again.reason()]).toEqual([2, "signIn"]);
    await again.close();
    const third = await s.signIn("1001");
    expect(third.last("notice")).toBeUndefined();
    await third.command("setState", { state: "1" });
    await s.customer("4");
    expect(third.callView()?.phase).toBe("ringing");

    const rows = await s.records();
    await rebuild(database);
    expect(await s.records()).toEqual(rows);
  });

  test("a recording that could not be stored is stored by the next start", async () => {
    old = await createStage({ database, greeting: "" });
    const page = await old.ready("1001");
    const { leg } = await old.customer();
    old.sw.pickUp(old.sw.at(page.user)[0]!);
    await old.advance(3_000);
    const { adopt } = old.ports.blobs;
    old.ports.blobs.adopt = () => Promise.reject(new Error("no space left on device"));
    old.sw.leave(leg);
    await old.settle();
    expect(await old.records()).toMatchObject([{ cause: "completed", recordingKey: null }]);
    old.ports.blobs.adopt = adopt;
    await old.engine.stop();
    s = await createStage({ after: old });
    expect(await s.records()).toMatchObject([
      { cause: "completed", recordingKey: expect.any(String), recordingMs: 3_000 },
    ]);
  });

  test("a graceful stop ends calls with their recording and signs agents out; the next start finds nothing to close", async () => {
    old = await createStage({ database, greeting: "" });
    const page = await old.ready("1001");
    await old.customer();
    old.sw.pickUp(old.sw.at(page.user)[0]!);
    await old.advance(5_000);
    await old.engine.stop();
    s = await createStage({ after: old });
    expect(await s.records()).toMatchObject([
      { cause: "serverRestart", result: 200, talkMs: 5_000, recordingMs: 5_000 },
    ]);
    expect((await status("1001")).at(-1)).toMatchObject({ code: 0, reason: "serverRestart", toAt: null });
    expect(
      (await s.track((await s.records())[0]!["callId"] as string)).filter((t) => t.startsWith("ended")),
    ).toHaveLength(1);
  });

  test("Q11 a callback outlives the process, in its place", async () => {
    old = await createStage({ database, greeting: "" });
    await database.system((trx) =>
      trx.updateTable("skill_group").set({ menuEveryS: 20 }).where("compId", "=", old.compId).execute(),
    );
    await old.signIn("1001");
    const { leg } = await old.customer();
    await old.advance(20_000);
    for (const key of "21") old.sw.press(leg, key);
    await old.settle();
    const [asked] = await old.records();
    await old.kill();
    s = await createStage({ after: old });
    const queues = (await s.engine.request({ verb: "queues", compId: s.compId })) as QueuesNow;
    expect(queues.waiting).toMatchObject([{ callId: asked!["callId"], callback: { tries: 0 } }]);
    const user = await s.called();
    expect((await s.ready("1001")).code()).toBe(15);
    expect(s.sw.at(user)).toHaveLength(1);
  });
});
