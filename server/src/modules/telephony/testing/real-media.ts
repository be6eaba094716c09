import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { readStage } from "@liantai/api/contract";
import type { MakeSwitchHarness } from "../../../ports/switch.contract.ts";
import { toneShare } from "../../../testing/sip/goertzel.ts";
import { readStereo } from "../../../testing/sip/wav-file.ts";
import { direct, type Floor, openFloor } from "./real-floor.ts";

const tones = { customer: 440, agent: 1_000 } as const;

/** The longest stretch in which neither channel says anything: its first sample, the one after it, and its length. */
function longestSilence(left: Int16Array, right: Int16Array) {
  let best = { from: 0, to: 0 };
  for (let from = 0, at = 0; at <= left.length; at++) {
    if (at < left.length && left[at] === 0 && right[at] === 0) continue;
    if (at - from > best.to - best.from) best = { from, to: at };
    from = at + 1;
  }
  return { ...best, ms: (best.to - best.from) / 8 };
}

/** The whole way once with real SIP, real audio, real speech and the seeded demonstration; real time, waiting for events only. */
export const describeRealMedia = (name: string, make: MakeSwitchHarness): void =>
  describe(`a call with real media: ${name}`, () => {
    let floor: Floor;
    beforeAll(async () => {
      floor = await openFloor(make, (base) =>
        base.database.system((trx) => trx.updateTable("access_number").set({ greeting: "您好" }).execute()),
      );
    });
    afterAll(() => floor?.close());

    test("greeting, queue, answer, two-way tones, hold, reload, hang-up, recording, record", async () => {
      const { base, ports, engine, eventLog, phone, customerPage, until } = floor;
      await expect(customerPage(direct, "13800138000")).rejects.toThrow("当前没有客服人员在线，请稍后再拨");
      await expect(customerPage("4999")).rejects.toThrow("您拨打的号码不存在");
      const desk = await floor.desk("1001", tones.agent);
      const { own, client: agent, command } = desk;
      const state = () => desk.codes().at(-1);
      const guest = await customerPage(direct, "13800138000");
      const customer = await phone(guest.user, guest.password, tones.customer);

      const call = await customer.call(direct);
      await call.peer.connected;
      await call.peer.ears.music(Object.values(tones));
      expect(state()).toBe(2);
      await until("the queue", async () => {
        await eventLog.flush();
        return (await ports.database.system((trx) => trx.selectFrom("call_record").select("queuedAt").execute())).some(
          ({ queuedAt }) => queuedAt !== null,
        );
      });
      await command("setState", { state: "1" });
      const incoming = await agent.incoming(15_000);
      expect(incoming.request?.from.uri.user).toBe("138****8000");
      await call.peer.ears.music(Object.values(tones));
      incoming.ring();
      const clicked = performance.now();
      await incoming.answer();
      await Promise.all([call.peer.ears.tone(tones.agent), incoming.peer.ears.tone(tones.customer)]);
      const answerMs = performance.now() - clicked;
      await until("talking", () => desk.call()?.phase === "talking");
      const { callId } = desk.call()!;

      expect((await command("hold", { callId })).code).toBe(1);
      await call.peer.ears.music(Object.values(tones));
      expect((await command("unhold", { callId })).code).toBe(1);
      await Promise.all([call.peer.ears.tone(tones.agent), incoming.peer.ears.tone(tones.customer)]);

      // Keys both ways, as telephone events (P9).
      expect((await command("dtmf", { callId, digits: "25*" })).code).toBe(1);
      await until("the agent's keys", () => call.peer.keys.join("") === "25*");
      await call.peer.pressKey("7", 80);

      // The page reloads: socket and audio go at once, a new page registers and answers by itself.
      const reload = performance.now();
      agent.drop();
      await incoming.peer.close();
      await call.peer.ears.music(Object.values(tones));
      const musicMs = performance.now() - reload;
      const again = await phone(own.user, own.password, tones.agent);
      const back = await again.incoming();
      expect(back.request?.getHeader("X-Liantai-Auto-Answer")).toBe("1");
      expect(back.request?.getHeader("X-Liantai-Call")).toBe(callId);
      await back.answer();
      await Promise.all([call.peer.ears.tone(tones.agent), back.peer.ears.tone(tones.customer)]);
      const reloadMs = performance.now() - reload;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const stages = call.informs.map(({ body }) => readStage(body)?.stage);
      expect(stages).toEqual(["greeting", "queued", "ringing", "talking", "held", "talking", "agentLost", "talking"]);

      call.bye();
      await back.ended;
      await until("wrap-up", () => state() === 4);
      expect(desk.told.findLast(({ name }) => name === "callEnd")).toMatchObject({
        name: "callEnd",
        fields: { callId, cause: "completed" },
      });
      await engine.idle();
      await eventLog.flush();
      const row = await ports.database.system((trx) =>
        trx.selectFrom("call_record").selectAll().where("callId", "=", callId).executeTakeFirstOrThrow(),
      );
      expect(row).toMatchObject({
        caller: "13800138000",
        callee: direct,
        agentId: "1001",
        result: 200,
        cause: "completed",
      });
      expect(row.holdMs).toBeGreaterThan(0);
      const local = join(base.folder, "recording.wav");
      await copyFile(join(base.folder, "blobs", row.recordingKey ?? ""), local);
      const { left, right, ms } = await readStereo(local);
      expect(Math.abs(ms - row.talkMs)).toBeLessThan(500);
      expect(toneShare(left, tones.customer)).toBeGreaterThan(0.7);
      expect(toneShare(right, tones.agent)).toBeGreaterThan(0.3);
      expect(toneShare(left, tones.agent)).toBeLessThan(0.05);
      expect(toneShare(right, tones.customer)).toBeLessThan(0.05);
      // K83: both tones sound all the time; what was held, and what one side had no telephone for, is not counted.
      const talk = await ports.database.system((trx) =>
        trx
          .selectFrom("call_leg")
          .select(["silenceMs", "overlapMs"])
          .where("callId", "=", callId)
          .where("agentId", "=", "1001")
          .executeTakeFirstOrThrow(),
      );
      expect(talk.silenceMs).toBe(0);
      expect(talk.overlapMs).toBeGreaterThan(1_000);
      expect(talk.overlapMs).toBeLessThan(row.talkMs - row.holdMs);
      const events = await floor.facts(callId);
      const facts = events.map((e) => e.fact.type);
      expect(events.flatMap((e) => (e.fact.type === "digits" ? [`${e.fact.from} ${e.fact.digits}`] : []))).toEqual([
        "agent 25*",
        "caller 7",
      ]);
      expect(facts).toEqual(
        expect.arrayContaining([
          "created",
          "greetingStarted",
          "queued",
          "positionAnnounced",
          "offered",
          "answered",
          "recordingStarted",
          "held",
          "resumed",
          "agentLost",
          "agentBack",
          "hungup",
          "ended",
          "recordingStored",
        ]),
      );
      process.stdout.write(
        `real media: answer to two-way audio ${Math.round(answerMs)} ms, music after the loss ${Math.round(musicMs)} ms, ` +
          `reload to audio ${Math.round(reloadMs)} ms\n`,
      );
    });

    test("E3 a call that is held: 1, 7, 5, 8, 13, 8, 14, 4 and, after finishWrapUp, 1; intervals without gap or overlap", async () => {
      const { ports, phone, customerPage, until } = floor;
      const desk = await floor.desk("1003", tones.agent);
      const { command } = desk;
      const guest = await customerPage(direct, "13800138003");
      const customer = await phone(guest.user, guest.password, tones.customer);
      const before = desk.codes().length;
      expect((await command("setState", { state: "1" })).code).toBe(1);
      const call = await customer.call(direct);
      const incoming = await desk.client.incoming(15_000);
      incoming.ring();
      await desk.untilCode(5);
      await incoming.answer();
      const bothHear = () => Promise.all([call.peer.ears.tone(tones.agent), incoming.peer.ears.tone(tones.customer)]);
      await bothHear();
      await until("talking", () => desk.call()?.phase === "talking");
      const { callId } = desk.call()!;
      expect((await command("hold", { callId })).code).toBe(1);
      await call.peer.ears.music(Object.values(tones));
      expect((await command("unhold", { callId })).code).toBe(1);
      await bothHear();
      call.bye();
      await incoming.ended;
      await desk.untilCode(4);
      expect((await command("finishWrapUp")).code).toBe(1);
      expect(desk.codes().slice(before)).toEqual([1, 7, 5, 8, 13, 8, 14, 4, 1]);

      await floor.facts(callId);
      const all = await ports.database.system((trx) =>
        trx
          .selectFrom("agent_status")
          .select(["code", "fromAt", "toAt", "callId"])
          .where("agentId", "=", "1003")
          .orderBy("seq")
          .execute(),
      );
      expect(all.filter((row) => row.callId === callId).map(({ code }) => code)).toEqual([7, 5, 8, 13, 8, 4]);
      for (const [i, { toAt }] of all.slice(0, -1).entries()) expect(toAt).toEqual(all[i + 1]!.fromAt);
      expect(all.at(-1)).toMatchObject({ code: 1, toAt: null });
      await command("setState", { state: "2" });
    });

    test("E19 a pause of 10 s is as much silence on both channels, and the recording is as long as the talk", async () => {
      const { base, ports, phone, customerPage, until } = floor;
      const desk = await floor.desk("1002", tones.agent);
      const { command } = desk;
      const guest = await customerPage(direct, "13800138001");
      const customer = await phone(guest.user, guest.password, tones.customer);
      await command("setState", { state: "1" });
      const call = await customer.call(direct);
      const incoming = await desk.client.incoming(15_000);
      await incoming.answer();
      const bothHear = () => Promise.all([call.peer.ears.tone(tones.agent), incoming.peer.ears.tone(tones.customer)]);
      await bothHear();
      await until("talking", () => desk.call()?.phase === "talking");
      const { callId } = desk.call()!;
      const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      /** When it was ordered and when it was done, so that a busy machine is no gap. */
      const ordered = async (action: string) => {
        const from = performance.now();
        expect(await command("recordControl", { callId, action })).toEqual({ code: 1 });
        return { from, to: performance.now() };
      };
      await rest(1_000);
      const paused = await ordered("pause");
      await rest(10_000);
      const resumed = await ordered("resume");
      // The talk itself went on.
      await bothHear();
      await rest(1_000);
      call.bye();
      await incoming.ended;
      const facts = (await floor.facts(callId)).map(({ fact }) => fact);
      expect(facts.flatMap((fact) => (fact.type === "recordControl" ? [fact.action] : []))).toEqual([
        "pause",
        "resume",
      ]);
      const row = await ports.database.system((trx) =>
        trx.selectFrom("call_record").selectAll().where("callId", "=", callId).executeTakeFirstOrThrow(),
      );
      const local = join(base.folder, "paused.wav");
      await copyFile(join(base.folder, "blobs", row.recordingKey ?? ""), local);
      const { left, right, ms } = await readStereo(local);
      expect(Math.abs(ms - row.talkMs)).toBeLessThan(500);
      const gap = longestSilence(left, right);
      expect(gap.ms).toBeGreaterThan(resumed.from - paused.to - 300);
      expect(gap.ms).toBeLessThan(resumed.to - paused.from + 300);
      for (const [channel, tone] of [
        [left, tones.customer],
        [right, tones.agent],
      ] as const)
        for (const [from, to] of [
          [gap.from - 4_000, gap.from - 800],
          [gap.to + 800, gap.to + 4_000],
        ])
          expect(toneShare(channel.subarray(from, to), tone)).toBeGreaterThan(0.5);
      process.stdout.write(
        `real media: a pause of ${Math.round(resumed.from - paused.to)} ms is ${Math.round(gap.ms)} ms of silence\n`,
      );
    });
  });
