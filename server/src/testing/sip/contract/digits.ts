import type { Stage } from "./stage.ts";

export function digits(stage: Stage): void {
  describe("digits", () => {
    test("P9 each key press is told once, from RFC 4733 and from INFO", async () => {
      const { call, leg } = await stage.caller("ann");
      await call.peer.pressKey("5", 120);
      expect(await stage.next("digit", leg)).toEqual({ type: "digit", leg, digit: "5", ms: 120 });
      await call.peer.pressKey("5", 80);
      expect(await stage.next("digit", leg)).toMatchObject({ digit: "5" });
      call.info("#", 160);
      expect(await stage.next("digit", leg)).toEqual({ type: "digit", leg, digit: "#", ms: 160 });
      expect(stage.none("digit")).toBe(true);
    });

    test("digits go out one a 100 ms", async () => {
      const { call, leg } = await stage.caller("ann");
      const begun = performance.now();
      await stage.switch.sendDigits(leg, "4008*#");
      const took = performance.now() - begun;
      expect(took).toBeGreaterThan(450);
      expect(took).toBeLessThan(1_500);
      expect(call.peer.keys.join("")).toBe("4008*#");
    });

    test("collecting ends by count, by terminator, by time and by hang-up", async () => {
      const { call, leg } = await stage.caller("ann");
      const { switch: it } = stage;
      const press = async (keys: string): Promise<void> => {
        for (const key of keys) await call.peer.pressKey(key, 40);
      };
      const [byCount] = await Promise.all([
        it.collect(leg, { maxDigits: 3, firstDigitMs: 2_000, interDigitMs: 2_000 }),
        press("123"),
      ]);
      expect(byCount).toEqual({ digits: "123", reason: "max" });
      const [byKey] = await Promise.all([
        it.collect(leg, { maxDigits: 9, terminator: "#", firstDigitMs: 2_000, interDigitMs: 2_000 }),
        press("45#"),
      ]);
      expect(byKey).toEqual({ digits: "45", reason: "terminator" });
      const [byPause] = await Promise.all([
        it.collect(leg, { maxDigits: 9, firstDigitMs: 2_000, interDigitMs: 200 }),
        press("6"),
      ]);
      expect(byPause).toEqual({ digits: "6", reason: "inter-timeout" });
      expect(await it.collect(leg, { maxDigits: 9, firstDigitMs: 100, interDigitMs: 100 })).toEqual({
        digits: "",
        reason: "first-timeout",
      });
      const last = it.collect(leg, { maxDigits: 9, firstDigitMs: 2_000, interDigitMs: 2_000 });
      await press("7");
      await stage.next("digit", leg);
      call.bye();
      expect(await last).toEqual({ digits: "7", reason: "hangup" });
    });
  });
}
