/**
 * The device check: the microphone's level, the way to the switch and back (a call to the echo number with a tone that has to come
 * back), and the network's quality meanwhile. When the tone is back the agent hears himself.
 */
import { echoNumber } from "@liantai/api/contract/device-check";
import { texts } from "@liantai/api/contract/base";
import type { Clock } from "../ports/clock.ts";
import type { CallEvents, PhoneCall, SpeakerPort } from "../softphone/ports.ts";
import { levelOf, qualityText } from "../softphone/quality.ts";

export type StepName = "microphone" | "loopback" | "quality";

export interface Step {
  readonly state: "waiting" | "running" | "ok" | "failed";
  readonly text: string;
}
export type Steps = Readonly<Record<StepName, Step>>;

/** A microphone that is being tried. */
export interface TriedMicrophone {
  readonly label: string;
  /** The system or a switch at the device has muted it. */
  muted(): boolean;
  /** RMS of the last moment, 0 to 1. */
  level(): number;
  /** What is sent: the tone, or the agent's voice. */
  readonly sent: MediaStream;
  say(what: "tone" | "voice" | "nothing"): void;
  /** Share of the tone in what this track says. */
  listen(track: MediaStreamTrack): { toneShare(): number };
  close(): void;
}

export interface CheckPorts {
  readonly clock: Clock;
  readonly speaker: SpeakerPort;
  /** Rejects when the person or the browser refuses. */
  openMicrophone(): Promise<TriedMicrophone>;
  /** From the own telephone; undefined: it is not registered. */
  call(number: string, stream: MediaStream, events: CallEvents): PhoneCall | undefined;
  /** A step moved on. */
  shown(steps: Steps): void;
  level(level: number): void;
}

export const waiting: Steps = {
  microphone: { state: "waiting", text: "" },
  loopback: { state: "waiting", text: "" },
  quality: { state: "waiting", text: "" },
};

/** Under this nobody speaks. */
const audible = 0.01;
const looks = 100;
const limits = { microphone: 5_000, connect: 8_000, tone: 4_000, voice: 4_000 } as const;

export class DeviceCheck {
  readonly #ports: CheckPorts;
  #steps = waiting;
  #over = false;
  #echo: PhoneCall | undefined;
  #microphone: TriedMicrophone | undefined;

  constructor(ports: CheckPorts) {
    this.#ports = ports;
  }

  /** What failed first, '' where nothing did; undefined: it was broken off. */
  async run(): Promise<string | undefined> {
    if (this.#over) return undefined;
    try {
      const microphone = await this.#ports.openMicrophone().catch(() => undefined);
      if (!microphone) this.#set("microphone", "failed", texts.microphone);
      else if (this.#over) microphone.close();
      else await this.#tryAll(microphone);
    } finally {
      this.#letGo();
    }
    if (this.#over) return undefined;
    return Object.values(this.#steps).find(({ state }) => state === "failed")?.text ?? "";
  }

  /** A call came, or the panel was closed. */
  stop(): void {
    this.#over = true;
    this.#letGo();
  }

  #letGo(): void {
    this.#echo?.hangup();
    this.#echo = undefined;
    this.#microphone?.close();
    this.#microphone = undefined;
    this.#ports.speaker.silence();
  }

  async #tryAll(microphone: TriedMicrophone): Promise<void> {
    this.#microphone = microphone;
    await this.#tryMicrophone(microphone);
    if (!this.#over) await this.#tryLoopback(microphone);
  }

  async #tryMicrophone(microphone: TriedMicrophone): Promise<void> {
    this.#set("microphone", "running", "请对着麦克风说话");
    let heard = 0;
    await this.#until(limits.microphone, () => {
      const level = microphone.level();
      this.#ports.level(level);
      if (level >= audible) heard += 1;
      return heard >= 3;
    });
    const name = microphone.label ? `“${microphone.label}”` : "";
    if (microphone.muted()) this.#set("microphone", "failed", `麦克风${name}已静音`);
    else if (heard >= 3) this.#set("microphone", "ok", microphone.label || "声音正常");
    else this.#set("microphone", "failed", `麦克风${name}没有声音，请检查是否静音或选错设备`);
  }

  async #tryLoopback(microphone: TriedMicrophone): Promise<void> {
    this.#set("loopback", "running", "正在呼叫回声测试");
    let ear: { toneShare(): number } | undefined;
    let connected = false;
    let ended = false;
    const call = this.#ports.call(echoNumber, microphone.sent, {
      ringing: () => undefined,
      connected: () => (connected = true),
      track: (track) => {
        this.#ports.speaker.play(track);
        ear = microphone.listen(track);
      },
      ended: () => (ended = true),
    });
    if (!call) return this.#set("loopback", "failed", "分机未注册，无法测试通话");
    this.#echo = call;
    await this.#until(limits.connect, () => (connected && ear !== undefined) || ended);
    if (!connected || ended) return this.#set("loopback", "failed", "回声测试未接通，请检查网络或防火墙");
    microphone.say("tone");
    const back = await this.#until(limits.tone, () => (ear?.toneShare() ?? 0) > 0.5);
    if (this.#over) return;
    if (!back) return this.#set("loopback", "failed", "声音没有从服务器返回，请检查网络或防火墙");
    this.#set("loopback", "ok", "您现在可以听到自己的声音");
    this.#set("quality", "running", "正在测量");
    // Until audio comes there are no figures of it: nothing had come.
    const before = (await call.sample()) ?? { received: 0, lost: 0, jitter: 0 };
    microphone.say("voice");
    await this.#until(limits.voice, () => {
      this.#ports.level(microphone.level());
      return ended;
    });
    const after = await call.sample();
    const level = after ? levelOf(before, after) : -1;
    if (!this.#over) this.#set("quality", level >= 2 ? "ok" : "failed", `网络${qualityText(level)}`);
  }

  #set(name: StepName, state: Step["state"], text: string): void {
    this.#steps = { ...this.#steps, [name]: { state, text } };
    if (!this.#over) this.#ports.shown(this.#steps);
  }

  /** true: it holds. false: the time was over, or the check is. */
  #until(ms: number, holds: () => boolean): Promise<boolean> {
    const { clock } = this.#ports;
    const end = clock.now() + ms;
    return new Promise((resolve) => {
      const cancel = clock.every(looks, () => {
        const done = holds();
        if (!done && !this.#over && clock.now() < end) return;
        cancel();
        resolve(done && !this.#over);
      });
    });
  }
}
