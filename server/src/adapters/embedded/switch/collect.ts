/** Gathering digits from a leg. Pure but for the clock, which is a port. */
import type { Clock, Timer } from "../../../ports/clock.ts";
import type { Collected, CollectRequest } from "../../../ports/switch.ts";

export class Collector {
  private readonly request: CollectRequest;
  private readonly clock: Clock;
  private readonly done: (collected: Collected) => void;
  private timer: Timer | undefined;
  private digits = "";

  /** `done` is called once. */
  constructor(request: CollectRequest, clock: Clock, done: (collected: Collected) => void) {
    this.request = request;
    this.clock = clock;
    this.done = done;
    this.wait(request.firstDigitMs, "first-timeout");
  }

  digit(digit: string): void {
    if (digit === this.request.terminator) return this.end("terminator");
    this.digits += digit;
    if (this.digits.length >= this.request.maxDigits) return this.end("max");
    this.wait(this.request.interDigitMs, "inter-timeout");
  }

  end(reason: Collected["reason"]): void {
    this.timer?.cancel();
    this.done({ digits: this.digits, reason });
  }

  private wait(ms: number, reason: Collected["reason"]): void {
    this.timer?.cancel();
    this.timer = this.clock.after(ms, () => this.end(reason));
  }
}
