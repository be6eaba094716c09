import { createTestDatabase } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import { createStage, type Stage } from "../testing/stage.ts";

describe("an inbound call", () => {
  let s: Stage;
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  afterEach(() => s.stop());

  test("greeting, queue, offer, talk, hold, hang-up, wrap-up; the record, the track and the recording stand", async () => {
    s = await createStage({ database });
    const page = await s.ready("1001");
    expect(page.code()).toBe(1);
    const { leg } = await s.customer();
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await s.advance(1_000);
    expect(page.callView()).toMatchObject({
      phase: "ringing",
      number: "13800138000",
      skillGroupName: "客服一组",
      skillGroupId: `g-${s.compId}`,
      accessNumber: s.number,
      direction: "inbound",
    });
    expect(page.code()).toBe(5);
    expect(s.sw.hears(leg)).toBe("music");
    const [phone] = s.sw.at(page.user);
    await s.advance(3_000);
    s.sw.pickUp(phone!);
    await s.settle();
    expect(page.callView()).toMatchObject({ phase: "talking", held: false });
    expect(s.sw.hears(leg)).toBe(`leg ${phone}`);
    expect(s.sw.hears(phone!)).toBe(`leg ${leg}`);
    const { callId } = page.callView()!;
    expect(s.sw.recordings.get(callId)?.legs).toEqual({ left: [leg], right: [phone] });
    await s.advance(5_000);

    expect(await page.command("hold", { callId })).toEqual({ code: 1 });
    expect(s.sw.hears(leg)).toBe("music");
    expect(page.code()).toBe(13);
    await s.advance(2_000);
    // A second press is no error (K5).
    expect(await page.command("hold", { callId })).toEqual({ code: 1 });
    expect(await page.command("unhold", { callId })).toEqual({ code: 1 });
    expect(s.sw.hears(leg)).toBe(`leg ${phone}`);
    await page.command("dtmf", { callId, digits: "12#" });
    expect(s.sw.sent).toEqual([{ leg, digits: "12#" }]);
    await s.advance(3_000);

    s.sw.leave(leg);
    await s.settle();
    expect(page.last("callEnd")).toMatchObject({ callId, cause: "completed" });
    expect(page.code()).toBe(4);
    expect(s.sw.legs).toBe(0);
    await s.advance(10_000);
    expect(page.code()).toBe(1);
    expect(page.reason()).toBe("wrapUpTimeout");

    expect(await s.track(callId)).toEqual([
      "created",
      "greetingStarted",
      "queued",
      "offered:longestIdle",
      "answered",
      "recordingStarted",
      "held",
      "resumed",
      "digits",
      "hungup",
      "ended:completed",
      "recordingStored",
    ]);
    expect(await s.record(callId)).toMatchObject({
      direction: "inbound",
      caller: "13800138000",
      callee: s.number,
      accessNumber: s.number,
      agentId: "1001",
      waitMs: 3_000,
      ringMs: 3_000,
      talkMs: 10_000,
      holdMs: 2_000,
      result: 200,
      cause: "completed",
      recordingMs: 10_000,
    });
    const row = await s.record(callId);
    expect((await s.ports.blobs.stat(row!["recordingKey"] as string))?.bytes).toBeGreaterThan(44);
    expect(s.sw.informed.map((i) => i.text)).toEqual([
      "stage=greeting",
      "stage=ringing",
      "stage=talking&agent=1001",
      "stage=held&agent=1001",
      "stage=talking&agent=1001",
    ]);
    expect(new Set(s.sw.informed.map((i) => i.leg))).toEqual(new Set([leg]));
  });
});
