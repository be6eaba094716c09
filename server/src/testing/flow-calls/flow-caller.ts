/** A caller in a flow: what he presses goes out as RFC 4733, what he says as audio, and he hears all that is said to him. */
import type { SipCall } from "../sip/sip-call.ts";
import { Hearing } from "./hearing.ts";

export class FlowCaller {
  readonly call: SipCall;
  readonly phone: string;
  readonly hearing: Hearing;
  /** Before any audio came. */
  constructor(call: SipCall, phone: string) {
    this.call = call;
    this.phone = phone;
    this.hearing = new Hearing(call.peer);
  }

  /** A flow may hang up on the last key before the finger is off it. */
  async press(keys: string, ms?: number): Promise<void> {
    for (const key of keys) await Promise.race([this.call.peer.pressKey(key, ms), this.call.ended]);
  }

  /** Waits until the flow has hung up. */
  async hungUp(ms = 60_000): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`the flow did not hang up on ${this.phone} within ${ms} ms`)), ms);
    });
    try {
      await Promise.race([this.call.ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
