/** The contract of ports/speech.ts: what the call engine relies on. Call it from the adapter's own test file. */
import { readFile } from "node:fs/promises";
import type { Speech } from "./speech.ts";

/** What speaks. */
export function describeSpeech(name: string, make: () => Promise<Speech>): void {
  describe(`speech: ${name}`, () => {
    let speech: Speech;
    beforeAll(async () => {
      speech = await make();
    });
    afterAll(() => speech.close());

    test("a sentence is a WAV file the switch can play: 8,000 Hz, mono, 16 bit, with sound in it", async () => {
      const file = await readFile(await speech.speak("您是下一位，请稍候。"));
      expect(file.toString("latin1", 0, 4) + file.toString("latin1", 8, 12)).toBe("RIFFWAVE");
      expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)]).toEqual([
        1, 1, 8_000, 16,
      ]);
      expect(file.readUInt32LE(40)).toBe(file.length - 44);
      const samples = new Int16Array(file.buffer, file.byteOffset + 44, (file.length - 44) / 2);
      expect(samples.length).toBeGreaterThan(800);
      expect(Math.max(...samples)).toBeGreaterThan(1_000);
    });

    test("the same text is the same file, asked for at once or later", async () => {
      const [a, b] = await Promise.all([speech.speak("您好"), speech.speak("您好")]);
      expect(b).toBe(a);
      expect(await speech.speak("您好")).toBe(a);
    });

    test("odd text does not reject", async () => {
      for (const text of ["", "   ", "--help", "<speak>&", "\u0000", "长".repeat(2_000)])
        await expect(speech.speak(text)).resolves.toMatch(/\.wav$/);
    });

    test("Y1 a voice that nobody knows does not reject", async () => {
      const voice = { voice: "-w /etc/passwd", speed: 1e9, volume: -1, pitch: Number.NaN };
      await expect(speech.speak("您好", voice)).resolves.toMatch(/\.wav$/);
    });
  });
}
