/**
 * The program that speaks, from this side: started when there is something to say, ended when idle, started again after a crash
 * with growing pauses. It shares no memory with the server, gets none of its environment, and an installation can do without it.
 */
import { minuteMs } from "@liantai/api/contract";
import { fork, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import type { Clock, Timer } from "../../../ports/clock.ts";
import type { Voice } from "../../../ports/speech.ts";

const idleMs = 120_000;
/** Longer than any sentence takes. */
const sentenceMs = 15_000;
const firstPauseMs = 1_000;
const longestPauseMs = minuteMs;

type Answer =
  | { readonly id: number; readonly wav: Uint8Array }
  | { readonly id: number; readonly failed: string; readonly missing: boolean };

/** What the program is told of a voice; absent: its usual one. */
export type How = Omit<Voice, "engineId">;

/** The component is not installed, or rests after a crash; the message is for people. */
export class SpeechUnavailable extends Error {}

export class SpeechProcess {
  readonly #clock: Clock;
  readonly #program: string;
  #child: ChildProcess | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: Timer | undefined;
  #count = 0;
  #crashes = 0;
  #restsUntil = 0;

  /** `program`: path of the script. */
  constructor(clock: Clock, program: string) {
    this.#clock = clock;
    this.#program = program;
  }

  /** A WAV file of any rate. Rejects with SpeechUnavailable, or an Error that says why the sentence could not be spoken. */
  speak(text: string, how?: How): Promise<Uint8Array> {
    const spoken = this.#queue.then(() => this.#one(text, how));
    this.#queue = spoken.catch(() => undefined);
    return spoken;
  }

  close(): Promise<void> {
    this.#idle?.cancel();
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  }

  #start(): ChildProcess {
    if (this.#clock.now() < this.#restsUntil) throw new SpeechUnavailable("语音合成组件刚刚出错，稍后自动重启");
    const child = fork(this.#program, [], {
      cwd: tmpdir(),
      env: { NODE_NO_WARNINGS: "1" },
      execArgv: ["--max-old-space-size=128"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  #one(text: string, how: How | undefined): Promise<Uint8Array> {
    this.#idle?.cancel();
    const id = ++this.#count;
    return new Promise<Uint8Array>((resolve, reject) => {
      const child = this.#child ?? this.#start();
      const late = this.#clock.after(sentenceMs, () => broken(new Error("the sentence took too long")));
      const settle = (): void => {
        late.cancel();
        child.off("message", heard);
        child.off("error", broken);
        child.off("exit", ended);
        this.#idle = this.#clock.after(idleMs, () => void this.close());
      };
      const heard = (message: unknown): void => {
        const answer = message as Answer;
        if (answer.id !== id) return;
        settle();
        this.#crashes = 0;
        if ("wav" in answer) resolve(answer.wav);
        else reject(answer.missing ? new SpeechUnavailable("未安装语音合成组件") : new Error(answer.failed));
      };
      const broken = (error: Error): void => {
        settle();
        this.#restsUntil = this.#clock.now() + Math.min(longestPauseMs, firstPauseMs * 2 ** this.#crashes++);
        void this.close();
        reject(error);
      };
      const ended = (): void => broken(new Error("the speech process ended"));
      child.on("message", heard);
      child.on("error", broken);
      child.on("exit", ended);
      child.send({ id, text, ...(how ? { how } : {}) });
    });
  }
}
