import { SwitchError } from "../../../ports/switch.ts";
import { everyoneHears } from "../plans.ts";
import { ROOM, TONES, type Stage } from "./stage.ts";

export function calls(stage: Stage): void {
  describe("calls", () => {
    test("an incoming call tells who calls whom, rings and is answered", async () => {
      const ann = await stage.connect("ann");
      const call = await ann.call("4001", ["X-Liantai-Page: 7"]);
      const event = await stage.next("incoming");
      expect(event).toMatchObject({ from: "ann", to: "4001", headers: { "X-Liantai-Page": "7" } });
      await stage.switch.ring(event.leg);
      await call.ringing;
      await stage.switch.answer(event.leg);
      await Promise.all([call.answered, stage.next("answered", event.leg)]);
      call.bye();
      expect(await stage.next("hungup")).toMatchObject({ leg: event.leg, cause: "normal" });
      expect(await stage.switch.liveLegs()).toEqual([]);
    });

    test("its legs are told as they stand", async () => {
      const { a, b } = await stage.talk();
      const told = (await stage.switch.liveLegs()).map(({ since, ...leg }) => ({
        ...leg,
        recent: Date.now() - since < 60_000,
      }));
      const common = { state: "answered", held: false, recent: true };
      expect(told).toHaveLength(2);
      expect(told).toContainEqual({ leg: a, user: "ann", direction: "in", ...common });
      expect(told).toContainEqual({ leg: b, user: "bob", direction: "out", ...common });
    });

    test("verbs of an epoch that is over are refused, and change nothing", async () => {
      const old = stage.switch.as(1);
      await stage.switch.fence(1);
      const { ann, a, b } = await stage.talk();
      await old.arrange(ROOM, everyoneHears(a, b));
      await stage.switch.fence(2);
      const fenced = { name: "SwitchError", code: "fenced" };
      await expect(old.arrange(ROOM, new Map())).rejects.toMatchObject(fenced);
      await expect(old.hangup(a)).rejects.toMatchObject(fenced);
      await expect(old.originate({ to: "bob", from: "4001", ringMs: 1_000 })).rejects.toMatchObject(fenced);
      await ann.peer.ears.tone(TONES.bob);
      await stage.switch.as(2).hangup(a);
      expect(await ann.ended).toEqual({ by: "far" });
    });

    test("P1 P2 who may not call, or has the wrong password, never becomes a leg", async () => {
      const mute = await stage.connect("mute");
      await mute.register();
      const liar = await stage.connect("ann", { password: "guess" });
      for (const client of [mute, liar]) {
        const call = await client.call("4001");
        expect(await call.ended).toMatchObject({ by: "refused" });
      }
      expect(stage.none("incoming")).toBe(true);
      expect(await stage.switch.liveLegs()).toEqual([]);
    });

    test("P4 the called telephone sees what the engine wants it to see", async () => {
      const bob = await stage.telephone("bob");
      const leg = await stage.switch.originate({
        to: "bob",
        from: "138****0001",
        fromName: '王"女\r\nX-Evil: 1',
        ringMs: 5_000,
        autoAnswer: true,
        headers: { "X-Liantai-Call": "c1\r\nX-Evil: 2" },
      });
      const told: string[] = [];
      const stop = stage.switch.on((event) => "leg" in event && event.leg === leg && told.push(event.type));
      const call = await bob.incoming();
      const { request } = call;
      expect(request?.from.uri.user).toBe("138****0001");
      expect(request?.from.displayName).toContain("王");
      expect(request?.getHeader("X-Liantai-Call")).toContain("c1");
      expect(request?.getHeader("X-Evil")).toBeUndefined();
      expect(request?.getHeader("Alert-Info")).toBe("<answer-after=0>");
      expect(request?.getHeader("X-Liantai-Auto-Answer")).toBe("1");
      call.ring();
      await stage.next("ringing", leg);
      await call.answer();
      await stage.next("answered", leg);
      expect(told).toEqual(["ringing", "accepted", "answered"]);
      stop();
      await stage.switch.hangup(leg);
      expect(await stage.next("hungup", leg)).toMatchObject({ cause: "normal" });
      expect(await call.ended).toEqual({ by: "far" });
    });

    test("who is not registered cannot be called", async () => {
      await expect(stage.switch.originate({ to: "never", from: "4001", ringMs: 1_000 })).rejects.toMatchObject({
        name: "SwitchError",
        code: "unreachable",
      });
    });

    test("a number outside needs trunks: without them it is refused in words", async () => {
      const { switch: it } = stage;
      const called = it.originate({ to: { number: "13800138000", trunks: ["none"] }, from: "4001", ringMs: 1_000 });
      const code = it.capabilities.trunks ? "unreachable" : "no-trunks";
      await expect(called).rejects.toMatchObject({
        name: "SwitchError",
        code,
        message: expect.stringMatching(/trunk/),
      });
      if (it.capabilities.trunks) await it.provision([]);
      else await expect(it.provision([])).rejects.toMatchObject({ code });
      if (it.capabilities.trunks) expect(await it.room(["none"])).toBe(0);
      else await expect(it.room(["none"])).rejects.toMatchObject({ code });
      expect(await it.liveLegs()).toEqual([]);
    });

    test.each([
      [486, "busy"],
      [600, "busy"],
      [603, "rejected"],
      [404, "not-found"],
      [488, "failed"],
      [500, "failed"],
    ] as const)("a telephone that answers %d means %s", async (status, cause) => {
      const bob = await stage.telephone("bob");
      const leg = await stage.switch.originate({ to: "bob", from: "4001", ringMs: 5_000 });
      (await bob.incoming()).refuse(status);
      expect(await stage.next("hungup", leg)).toMatchObject({ cause, sipCode: status });
    });

    test("480 is unreachable before it rang, no answer after", async () => {
      const bob = await stage.telephone("bob");
      for (const rings of [false, true]) {
        const leg = await stage.switch.originate({ to: "bob", from: "4001", ringMs: 5_000 });
        const call = await bob.incoming();
        if (rings) call.ring();
        call.refuse(480);
        expect(await stage.next("hungup", leg)).toMatchObject({
          cause: rings ? "no-answer" : "unreachable",
          sipCode: 480,
        });
      }
    });

    test.each([
      ["nothing", {}],
      ["180", { rang: true }],
      ["183 with sound", { earlyMedia: "unknown" }],
      ["180, then 183 with sound", { rang: true, earlyMedia: "unknown" }],
    ] as const)("the end tells what came before the answer: %s", async (_said, told) => {
      const bob = await stage.telephone("bob");
      const leg = await stage.switch.originate({ to: "bob", from: "4001", ringMs: 5_000 });
      const call = await bob.incoming();
      if ("rang" in told) call.ring();
      if ("earlyMedia" in told) await call.announce();
      call.refuse(486);
      expect(await stage.next("hungup", leg)).toEqual({ type: "hungup", leg, cause: "busy", sipCode: 486, ...told });
    });

    test("a Q.850 cause of the far side is told, before the answer and after it", async () => {
      const bob = await stage.telephone("bob");
      const leg = await stage.switch.originate({ to: "bob", from: "4001", ringMs: 5_000 });
      (await bob.incoming()).refuse(480, ['Reason: SIP;cause=480, Q.850;cause=20;text="subscriber absent"']);
      expect(await stage.next("hungup", leg)).toEqual({
        type: "hungup",
        leg,
        cause: "unreachable",
        sipCode: 480,
        q850: 20,
      });
      const { leg: other, call } = await stage.caller("ann");
      call.bye(["Reason: Q.850;cause=27"]);
      expect(await stage.next("hungup", other)).toEqual({ type: "hungup", leg: other, cause: "normal", q850: 27 });
    });

    test("nobody answers: the ring time runs out and the telephone stops ringing", async () => {
      const bob = await stage.telephone("bob");
      const leg = await stage.switch.originate({ to: "bob", from: "4001", ringMs: 300 });
      const call = await bob.incoming();
      call.ring();
      expect(await stage.next("hungup", leg)).toEqual({ type: "hungup", leg, cause: "no-answer", rang: true });
      expect(await call.ended).toEqual({ by: "far" });
    });

    test("the engine gives up before the answer", async () => {
      const bob = await stage.telephone("bob");
      const leg = await stage.switch.originate({ to: "bob", from: "4001", ringMs: 5_000 });
      const call = await bob.incoming();
      call.ring();
      await stage.next("ringing", leg);
      await stage.switch.hangup(leg);
      expect(await stage.next("hungup", leg)).toMatchObject({ cause: "cancelled" });
      expect(await call.ended).toEqual({ by: "far" });
    });

    test("the caller gives up before the answer", async () => {
      const ann = await stage.connect("ann");
      const call = await ann.call("4001");
      const { leg } = await stage.next("incoming");
      await stage.switch.ring(leg);
      await call.ringing;
      call.cancel();
      expect(await stage.next("hungup", leg)).toMatchObject({ cause: "cancelled" });
      expect(await call.ended).toMatchObject({ by: "refused", status: 487 });
    });

    test.each([
      ["busy", 486],
      ["rejected", 603],
      ["not-found", 404],
      ["no-answer", 480],
    ] as const)("a caller refused as %s gets %d", async (cause, status) => {
      const ann = await stage.connect("ann");
      const call = await ann.call("4001");
      const { leg } = await stage.next("incoming");
      await stage.switch.hangup(leg, cause);
      expect(await stage.next("hungup", leg)).toMatchObject({ cause });
      expect(await call.ended).toMatchObject({ by: "refused", status });
    });

    test("a socket that dies: before the answer the call is over", async () => {
      const ann = await stage.connect("ann");
      await ann.call("4001");
      const { leg } = await stage.next("incoming");
      ann.drop();
      expect(await stage.next("hungup", leg)).toMatchObject({ cause: "cancelled" });
      const bob = await stage.telephone("bob");
      const called = await stage.switch.originate({ to: "bob", from: "4001", ringMs: 5_000 });
      await bob.incoming();
      bob.drop();
      expect(await stage.next("hungup", called)).toMatchObject({ cause: "unreachable" });
    });

    test("verbs for a leg that is gone do nothing, or say that it is gone", async () => {
      const { leg, call } = await stage.caller("ann");
      call.bye();
      await stage.next("hungup", leg);
      const { switch: it } = stage;
      await Promise.all([
        it.hangup(leg),
        it.ring(leg),
        it.arrange(ROOM, everyoneHears(leg, "other")),
        it.stopPlay(leg),
      ]);
      expect(await it.collect(leg, { maxDigits: 1, firstDigitMs: 100, interDigitMs: 100 })).toEqual({
        digits: "",
        reason: "hangup",
      });
      for (const refused of [it.play(leg, { sources: [] }), it.sendDigits(leg, "1"), it.answer(leg)]) {
        await expect(refused).rejects.toBeInstanceOf(SwitchError);
      }
      expect(stage.none("hungup")).toBe(true);
    });
  });
}
