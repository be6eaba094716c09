/**
 * The program that hears with one model, from this side: started and loaded with the first line, ended when idle, started again after
 * a crash with growing pauses. What its end takes along is told to everybody who waits.
 */
import { minuteMs } from "@liantai/api/contract";
import { fork, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { Clock, Timer } from "../../../../ports/clock.ts";
import { SpeechFailed } from "../../../../ports/speech.ts";
import { checkModel } from "./model.ts";
import type { Asked, SherpaModel, Told } from "./messages.ts";

const program = fileURLToPath(new URL("program.ts", import.meta.url));
/** A model takes seconds to load: it is kept for the next caller. */
const idleMs = 10 * minuteMs;
const firstPauseMs = 1_000;
const longestPauseMs = minuteMs;
const mostWords = 4_000;

export interface Listener {
  told(told: Told): void;
  /** The program ended; nothing more is told. */
  broken(error: SpeechFailed): void;
}

export interface SherpaProcessOptions {
  readonly clock: Clock;
  readonly model: SherpaModel;
  /** Package or file to import. */
  readonly module: string;
}

const missing = "未安装sherpa-onnx组件：在系统目录执行npm i sherpa-onnx-node@1.13.8后重试";

/** What the library said before it ended, for operators. */
function reasonOf(words: string): string {
  const file = /Load model from (\S+) failed/.exec(words)?.[1]?.replace(/^.*[/\\]/, "");
  if (file !== undefined) return `模型文件${file}已损坏，无法加载`;
  if (/does not exist in the metadata/.test(words)) return "模型文件不是流式zipformer或paraformer模型";
  if (/tokens/i.test(words)) return "tokens.txt与模型不符";
  return "加载模型时识别进程异常退出，请检查模型文件夹";
}

export class SherpaProcess {
  readonly #options: SherpaProcessOptions;
  readonly #listeners = new Map<number, Listener>();
  #child: ChildProcess | undefined;
  #loading: Promise<void> | undefined;
  #users = 0;
  #ids = 0;
  #heard = 0;
  #idle: Timer | undefined;
  #crashes = 0;
  #resting: { readonly until: number; readonly error: SpeechFailed } | undefined;

  constructor(options: SherpaProcessOptions) {
    this.#options = options;
  }

  /** Lines that use it. */
  get users(): number {
    return this.#users;
  }

  /** From now on one more uses it. Rejects with SpeechFailed, and then it does not. */
  async use(withinMs: number): Promise<void> {
    this.#users += 1;
    this.#idle?.cancel();
    try {
      await this.#loadedWithin(withinMs);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  release(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#idle?.cancel();
    this.#idle = this.#options.clock.after(idleMs, () => void this.close());
  }

  /** What `listener` is told is of the id that is given back. */
  join(listener: Listener): number {
    this.#ids += 1;
    this.#listeners.set(this.#ids, listener);
    return this.#ids;
  }

  leave(id: number): void {
    this.#listeners.delete(id);
  }

  ask(asked: Asked): void {
    if (this.#child?.connected) this.#child.send(asked);
    else if ("id" in asked) this.#listeners.get(asked.id)?.broken(this.#resting?.error ?? ended);
  }

  /** Messages that it sent so far: one that owes an answer and says nothing at all is stuck. */
  get heard(): number {
    return this.#heard;
  }

  async close(): Promise<void> {
    this.#idle?.cancel();
    const child = this.#child;
    this.#child = undefined;
    this.#loading = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  }

  #loadedWithin(ms: number): Promise<void> {
    const { clock } = this.#options;
    if (this.#resting && clock.now() < this.#resting.until) return Promise.reject(this.#resting.error);
    const loading = (this.#loading ??= this.#load());
    return new Promise((resolve, reject) => {
      // It goes on loading: the next caller finds it ready.
      const late = clock.after(ms, () => reject(new SpeechFailed(undefined, `模型在${ms / 1_000}秒内没有加载完成`)));
      loading.then(resolve, reject).finally(() => late.cancel());
    });
  }

  async #load(): Promise<void> {
    try {
      await checkModel(this.#options.model);
      await this.#start();
      this.#crashes = 0;
      this.#resting = undefined;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  #start(): Promise<void> {
    const { model, module } = this.#options;
    const child = fork(program, [], {
      cwd: tmpdir(),
      env: { NODE_NO_WARNINGS: "1" },
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.unref();
    child.channel?.unref();
    let words = "";
    child.stderr?.setEncoding("utf8").on("data", (more: string) => (words = (words + more).slice(-mostWords)));
    (child.stderr as { unref?: () => void } | null)?.unref?.();
    this.#child = child;
    return new Promise<void>((resolve, reject) => {
      child.on("message", (message) => {
        const told = message as Told;
        this.#heard += 1;
        switch (told.do) {
          case "loaded":
            return resolve();
          case "missing":
          case "refused": {
            const { do: what, why } = told;
            reject(new SpeechFailed(new Error(why), what === "missing" ? missing : reasonOf(words)));
            return void this.close();
          }
          default:
            this.#listeners.get(told.id)?.told(told);
        }
      });
      const over = (cause: Error, reason: string): void => {
        const error = new SpeechFailed(cause, reason);
        if (this.#child === child) this.#broken(error);
        reject(error);
      };
      child.once("error", (error) => over(error, "识别进程无法启动"));
      // 'close': what it said at last is there by then.
      child.once("close", (code, signal) =>
        over(new Error(`sherpa-onnx ended: ${code ?? signal ?? ""} ${words.trim()}`), reasonOf(words)),
      );
      child.send({ do: "load", model, module } satisfies Asked);
    });
  }

  #broken(error: SpeechFailed): void {
    const { clock } = this.#options;
    this.#child = undefined;
    this.#loading = undefined;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#crashes++);
    this.#resting = { until: clock.now() + pause, error };
    for (const listener of [...this.#listeners.values()]) listener.broken(error);
  }
}

const ended = new SpeechFailed(undefined, "识别进程已退出");
