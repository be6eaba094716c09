/** Ports of tests that are about something else: a switch nobody is registered at, speech that is silence. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWav } from "@liantai/api/wav";
import { Session } from "../adapters/embedded/speech/listening/session.ts";
import type { Speech } from "../ports/speech.ts";
import type { Switch } from "../ports/switch.ts";
import { SwitchError } from "../ports/switch.ts";
import type { RealtimeDeps } from "../realtime/index.ts";

export function createIdleSwitch(): Switch {
  const gone = () => Promise.reject(new SwitchError("leg-gone", "no such leg"));
  const done = () => Promise.resolve();
  const idle: Switch = {
    capabilities: { outlives: false, trunks: false },
    start: done,
    letGo: done,
    fence: done,
    as: () => idle,
    available: () => true,
    stop: done,
    on: () => () => undefined,
    provision: done,
    room: async () => 0,
    originate: () => Promise.reject(new SwitchError("unreachable", "nobody is registered")),
    ring: gone,
    answer: gone,
    hangup: done,
    arrange: done,
    play: gone,
    stopPlay: done,
    collect: gone,
    sendDigits: gone,
    inform: done,
    startRecording: done,
    setRecording: done,
    pauseRecording: done,
    stopRecording: () => Promise.resolve(undefined),
    fork: () => Promise.resolve(() => undefined),
    isRegistered: () => false,
    registrations: () => [],
    unregister: done,
    release: done,
    recheck: done,
    expectCalls: () => undefined,
    liveLegs: () => Promise.resolve([]),
    stats: () => ({ legs: 0, registered: 0, workers: 0, frameLatenessP99Ms: 0 }),
  };
  return idle;
}

/** 8,000 Hz, mono, 16 bit, 100 ms of zeros. */
const silence = (): Uint8Array => writeWav(new Int16Array(800), 8_000);

export function createSilentSpeech(folder: string): Speech {
  const path = join(folder, "silence.wav");
  let written: Promise<void> | undefined;
  const said = async (): Promise<string> => {
    await (written ??= writeFile(path, silence()));
    return path;
  };
  return {
    kind: "silence",
    failures: 0,
    speak: said,
    synthesise: said,
    // What is typed is heard, for there is nobody who hears.
    listen: async (options, heard) => new Session({ options, heard }),
    watchSilence: async () => ({ push: () => undefined, close: () => undefined }),
    prepare: () => Promise.resolve(),
    voices: () => Promise.resolve([]),
    test: () => Promise.resolve({ ok: false, ms: 0, text: "", reason: "没有语音引擎" }),
    close: () => Promise.resolve(),
  };
}

/** Nobody follows seats. */
export const nobodyFollows: RealtimeDeps["watches"] = {
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  again: () => undefined,
  granted: async () => [],
};
