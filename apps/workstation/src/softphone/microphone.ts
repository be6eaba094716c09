import type { MicrophonePort } from "./ports.ts";

export type MicrophoneState = "unknown" | "granted" | "denied";

/** One open stream at a time, opened when a call comes in sight and closed after it: the browser's lamp tells the truth. */
export class Microphone {
  private readonly port: MicrophonePort;
  private readonly notify: (state: MicrophoneState) => void;
  private opened: Promise<MediaStream | undefined> | undefined;

  constructor(port: MicrophonePort, notify: (state: MicrophoneState) => void) {
    this.port = port;
    this.notify = notify;
  }

  /** undefined: refused. */
  open(): Promise<MediaStream | undefined> {
    this.opened ??= this.port.open().then(
      (stream) => {
        this.notify("granted");
        return stream;
      },
      () => {
        this.opened = undefined;
        this.notify("denied");
        return undefined;
      },
    );
    return this.opened;
  }

  /** Asks for the permission early and lets the device go again unless `keep` says that it is needed. */
  async ask(keep: () => boolean): Promise<void> {
    await this.open();
    if (!keep()) this.close();
  }

  close(): void {
    const opened = this.opened;
    this.opened = undefined;
    void opened?.then((stream) => stream && this.port.close(stream));
  }
}
