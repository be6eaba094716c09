/**
 * The contract of ports/speech-listening.ts, over every engine that recognises. The sentences are espeak-ng's, through a telephone line.
 */
import { lineFrames, listenTo, quiet, type Heard } from "../testing/speech/line.ts";
import type { Speech, SpeechEngine } from "./speech.ts";

export interface ListeningStage {
  readonly speech: Speech;
  readonly engine: SpeechEngine;
  /** It hears; else typed text alone is understood. */
  readonly hears: boolean;
  /** A sentence in another voice than any it has learnt, 8,000 Hz. */
  say(text: string): Promise<Int16Array>;
  close(): Promise<void>;
}

export const phrases = ["查询话费余额", "转人工客服", "我要办理宽带"].map((text, n) => ({ id: `p${n}`, text }));
const [asked, operator] = [phrases[0]!, phrases[1]!];
const types = (heard: Heard): readonly string[] =>
  heard.events.map(({ type }) => type).filter((type) => type !== "partial");

export function describeListening(name: string, make: () => Promise<ListeningStage>): void {
  describe(`Y4 listening: ${name}`, () => {
    let stage: ListeningStage;
    let line: (text: string) => Promise<readonly Int16Array[]>;
    const listen = (options: Partial<Parameters<typeof listenTo>[1]> = {}) =>
      listenTo(stage.speech, { engine: stage.engine, phrases, ...options });
    /** What the engine cannot do is left out, and said. */
    const ears = (title: string, run: () => Promise<void>): void =>
      test(title, async () => {
        if (stage.hears) await run();
        else expect(stage.engine.provider).toBe("typed");
      });
    beforeAll(async () => {
      stage = await make();
      await stage.speech.prepare({ engine: stage.engine, phrases });
      line = async (text) => lineFrames(await stage.say(text));
    }, 60_000);
    afterAll(() => stage.close());

    ears("Y4 a sentence: started, final, ended, with when it began and ended", async () => {
      const heard = await listen();
      const spoken = await line(asked.text);
      heard.push(quiet(500), spoken, quiet(1_500));
      await heard.over;
      expect(types(heard)).toEqual(["started", "final", "ended"]);
      const final = heard.final();
      expect(final).toMatchObject({ id: asked.id, text: expect.stringContaining(asked.text) });
      expect(final.confidence).toBeGreaterThanOrEqual(0.5);
      expect(final.confidence).toBeLessThanOrEqual(1);
      expect(Math.abs(final.fromMs - 500)).toBeLessThan(250);
      expect(Math.abs(final.toMs - 500 - spoken.length * 20)).toBeLessThan(350);
      expect(heard.events[0]).toEqual({ type: "started", atMs: final.fromMs });
      expect(heard.events.at(-1)).toEqual({ type: "ended", why: "done" });
    });

    test("Y6 nobody says anything: ended with noInput after noInputMs of sound, and nothing else", async () => {
      const heard = await listen({ noInputMs: 2_000 });
      heard.push(quiet(1_980));
      expect(heard.events).toEqual([]);
      heard.push(quiet(20));
      await heard.over;
      expect(heard.events).toEqual([{ type: "ended", why: "noInput" }]);
    });

    ears(
      "G136 Y4 who speaks for lastsMs is told of while he does, once; a burst of 200 ms is not, however long the pause",
      async () => {
        const spoken = await line(asked.text);
        const lasts = async (frames: readonly Int16Array[]) => {
          const heard = await listen({ lastsMs: 300 });
          heard.push(quiet(500), frames, quiet(1_500));
          heard.session.end();
          await heard.over;
          return { lasted: heard.events.flatMap((e) => (e.type === "lasted" ? [e.atMs] : [])), all: heard.events };
        };
        const long = await lasts(spoken);
        const from = long.all.flatMap((e) => (e.type === "started" ? [e.atMs] : []))[0]!;
        expect(long.lasted).toHaveLength(1);
        expect(long.lasted[0]! - from).toBeGreaterThanOrEqual(300);
        expect(long.lasted[0]! - from).toBeLessThan(600);
        // The first 200 ms of the sentence, as they are loud: the detector's own hangover is no part of them.
        const begins = Math.max(0, from / 20 - 25);
        const burst = await lasts(spoken.slice(begins, begins + 10));
        expect(burst.all.map(({ type }) => type)).toContain("started");
        expect(burst.lasted).toEqual([]);
      },
    );

    ears("Y6 a sentence is cut after maxMs", async () => {
      const heard = await listen({ maxMs: 600 });
      heard.push(await line(asked.text), quiet(1_000));
      await heard.over;
      const { fromMs, toMs } = heard.final();
      expect(toMs - fromMs).toBeLessThanOrEqual(620);
    });

    ears("Y6 end() finishes the sentence that is being spoken", async () => {
      const heard = await listen();
      heard.push(await line(operator.text));
      heard.session.end();
      await heard.over;
      expect(types(heard)).toEqual(["started", "final", "ended"]);
      expect(heard.final().id).toBe(operator.id);
    });

    ears("Y6 continuous: sentence after sentence, in order, until end()", async () => {
      const heard = await listen({ continuous: true });
      for (const { text } of [asked, operator]) heard.push(await line(text), quiet(1_200));
      heard.session.end();
      await heard.over;
      const finals = heard.events.flatMap((event) => (event.type === "final" ? [event.id] : []));
      expect(finals).toEqual([asked.id, operator.id]);
      expect(heard.events.at(-1)).toEqual({ type: "ended", why: "done" });
    });

    test("Y7 typed text is a sentence that was understood", async () => {
      const heard = await listen();
      heard.push(quiet(200));
      heard.session.type("  转人工客服。 ");
      await heard.over;
      expect(types(heard)).toEqual(["started", "final", "ended"]);
      expect(heard.final()).toMatchObject({ text: "转人工客服。", id: operator.id, confidence: 1, fromMs: 200 });
    });

    test("Y3 after the end nothing is told; a frame of another length is refused", async () => {
      const heard = await listen();
      expect(() => heard.session.push(new Int16Array(80))).toThrow(RangeError);
      heard.session.end();
      await heard.over;
      const { length } = heard.events;
      heard.push(quiet(500));
      heard.session.type("您好");
      heard.session.end();
      await new Promise(setImmediate);
      expect(heard.events).toHaveLength(length);
    });

    test("A15 nobody speaks for so long: it is told once, and a sentence begins it anew", async () => {
      let told = 0;
      const watch = await stage.speech.watchSilence(2_000, () => (told += 1));
      const push = (frames: readonly Int16Array[]): void => frames.forEach((frame) => watch.push(frame));
      /** A detector may take its time, and takes lines in turn: what was pushed before is judged when another line was. */
      const judged = () =>
        new Promise<void>((resolve) => {
          const opened = stage.speech.watchSilence(100, resolve);
          void opened.then((other) => quiet(200).forEach((frame) => other.push(frame)));
        });
      push(quiet(1_000));
      // The sentence brings some silence of its own.
      push(await line(asked.text));
      push(quiet(1_300));
      await judged();
      expect(told).toBe(0);
      push(quiet(1_200));
      await judged();
      expect(told).toBe(1);
      push(quiet(3_000));
      await judged();
      expect(told).toBe(1);
      watch.close();
    });

    test("Y10 its test says that it works, and how long it took", async () => {
      const result = await stage.speech.test(stage.engine);
      expect(result).toMatchObject({ ok: true, reason: "", text: expect.stringContaining(asked.text) });
      expect(result.ms).toBeGreaterThanOrEqual(0);
    });
  });
}
