/** Engines elsewhere that do not behave: what is told, and that nothing hangs or stays open. */
import { readFile } from "node:fs/promises";
import { readSamples, writeWav } from "@liantai/api/wav";
import type { WebSocket } from "ws";
import { describeSpeech } from "../../../ports/speech.contract.ts";
import type { SpeechFailed } from "../../../ports/speech.ts";
import { createVoskServer } from "../../../testing/speech/vosk-server.ts";
import { lineFrames, listenTo, quiet } from "../../../testing/speech/line.ts";
import { serveSockets } from "../../../testing/speech/sockets.ts";
import { engineOf, openSpeech, teach, type OwnSpeech } from "../../../testing/speech/stages.ts";
import { createVoiceServer } from "../../../testing/speech/voice-server.ts";

let own: OwnSpeech;
let sentence: readonly Int16Array[];
beforeAll(async () => {
  own = await openSpeech();
  sentence = lineFrames(await own.say("查询话费余额"));
});
afterAll(() => own?.close());

/** The server's own espeak-ng stands in for its engine. */
describeSpeech("HTTP", async () => {
  const inside = await openSpeech();
  const server = await createVoiceServer(async ({ text }) => readFile(await inside.speech.speak(text)));
  const engine = engineOf("http", server.address);
  return {
    ...inside.speech,
    failures: 0,
    speak: (text, voice) => inside.speech.speak(text, voice, engine),
    async close() {
      await server.close();
      await inside.close();
    },
  };
});

describe("Y2 HTTP", () => {
  const why = async (answer: Uint8Array | number | undefined, timeoutMs = 30_000): Promise<string> => {
    const server = await createVoiceServer(async () => answer);
    const engine = { ...engineOf("http", server.address), timeoutMs };
    const reason = await own.speech.synthesise(`测试${Math.random()}`, undefined, engine).then(
      () => "",
      (error: unknown) => (error as SpeechFailed).reason,
    );
    await server.close();
    return reason;
  };

  test("what it is asked for, with its key; a file of another rate is made to fit", async () => {
    const server = await createVoiceServer(async () => writeWav(new Int16Array(24_000).fill(900), 24_000));
    const voice = { voice: "zhiyan", speed: 110, volume: 90, pitch: 40 };
    const path = await own.speech.synthesise("您好", voice, engineOf("http", server.address));
    expect(server.requests).toEqual([
      { text: "您好", ...voice, format: "wav", sampleRate: 8_000, key: "Bearer secret-key" },
    ]);
    const { rate, samples } = readSamples(await readFile(path));
    expect([rate, samples.length]).toEqual([8_000, 8_000]);
    await server.close();
  });

  test("a status, a redirect, no sound, too much of it, and no answer are said", async () => {
    expect(await why(503)).toBe("引擎返回状态码503");
    expect(await why(302)).toBe("引擎返回状态码302");
    expect(await why(new TextEncoder().encode("{}"))).toContain("引擎返回的不是可用的语音");
    expect(await why(new Uint8Array(11 * 1024 * 1024))).toBe("引擎返回的语音超过10MB");
    expect(await why(undefined, 500)).toBe("引擎在0.5秒内没有响应");
  });
});

describe("Y15 recognisers", () => {
  const events = async (provider: "funasr" | "vosk", serve: (socket: WebSocket) => void, timeoutMs = 300) => {
    const server = await serveSockets(serve);
    const engine = { ...engineOf(provider, server.address), timeoutMs };
    const heard = await listenTo(own.speech, { engine, noInputMs: 5_000 });
    heard.push(sentence, quiet(1_000));
    await heard.over;
    while (server.open() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.close();
    return heard.events.slice(1);
  };

  test("FunASR says nothing of a sentence that it did not understand: heard, and not understood", async () => {
    const told = await events("funasr", () => undefined);
    expect(told).toMatchObject([
      { type: "final", text: "", confidence: 0 },
      { type: "ended", why: "done" },
    ]);
  });

  test("FunASR's own pause within a sentence: both halves are one sentence", async () => {
    const halves = (named: boolean) => (socket: WebSocket) => {
      const tell = (text: string, name: string) =>
        socket.send(
          JSON.stringify({ mode: "2pass-offline", text, is_final: true, ...(named ? { wav_name: name } : {}) }),
        );
      let messages = 0;
      socket.on("message", (data: Buffer, binary) => {
        if (binary && (messages += 1) === 5) tell("查询，", "sentence");
        if (!binary && data.toString().includes('"is_speaking":false')) tell("话费余额。", "end");
      });
    };
    const told = await events("funasr", halves(true));
    expect(told).toMatchObject([
      { type: "partial", text: "查询，" },
      { type: "final", text: "查询，话费余额。" },
      { type: "ended" },
    ]);
    // One that does not answer by name is waited for a moment.
    expect(await events("funasr", halves(false))).toContainEqual(
      expect.objectContaining({ type: "final", text: "查询，话费余额。" }),
    );
  });

  test("one that owes an answer, hangs up, or says what is no JSON: failed, with words", async () => {
    expect(await events("vosk", () => undefined)).toEqual([{ type: "failed", reason: "引擎在0.3秒内没有响应" }]);
    const hangsUp = (socket: WebSocket) => void socket.on("message", () => socket.terminate());
    expect(await events("vosk", hangsUp)).toEqual([{ type: "failed", reason: "识别过程中引擎断开了连接" }]);
    expect(await events("funasr", hangsUp)).toEqual([{ type: "failed", reason: "识别过程中引擎断开了连接" }]);
    for (const nonsense of ["hello", "null", Buffer.alloc(2 * 1024 * 1024)]) {
      const told = await events("vosk", (socket) => void socket.once("message", () => socket.send(nonsense)));
      expect(told).toMatchObject([{ type: "failed" }]);
    }
  });

  test("Vosk: the mean of its words' confidence; no line stays open", async () => {
    const server = await createVoskServer(await teach(own, ["查询话费余额"]));
    const heard = await listenTo(own.speech, { engine: engineOf("vosk", server.address), continuous: true });
    heard.push(sentence, quiet(1_000), sentence, quiet(1_000));
    heard.session.end();
    await heard.over;
    const finals = heard.events.filter(({ type }) => type === "final");
    expect(finals).toMatchObject([{ text: "查询话费余额", confidence: 0.9 }, { text: "查询话费余额" }]);
    while (server.open() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.keys).toEqual(["Bearer secret-key", "Bearer secret-key"]);
    await server.close();
  });

  test("who ends before anybody spoke leaves no connection", async () => {
    const server = await serveSockets(() => undefined);
    const heard = await listenTo(own.speech, { engine: engineOf("funasr", server.address) });
    heard.session.end();
    await heard.over;
    while (server.open() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.close();
  });
});
