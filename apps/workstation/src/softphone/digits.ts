import { ctiTimings } from "@liantai/api/contract";
import type { Clock } from "../ports/clock.ts";

/** Keys of the keypad, in the order of a telephone. */
export const keypad = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;

export const onlyDigits = (text: string): string => text.toUpperCase().replace(/[^0-9*#A-D]/g, "");

/** Sends key presses one per 100 ms, however fast they come. */
export class DigitQueue {
  private readonly clock: Clock;
  private readonly send: (digit: string) => void;
  private waiting: string[] = [];
  private cancel: (() => void) | undefined;

  constructor(clock: Clock, send: (digit: string) => void) {
    this.clock = clock;
    this.send = send;
  }

  push(digits: string): void {
    this.waiting.push(...digits);
    if (!this.cancel) this.next();
  }

  clear(): void {
    this.waiting = [];
    this.cancel?.();
    this.cancel = undefined;
  }

  private next(): void {
    const digit = this.waiting.shift();
    if (digit === undefined) {
      this.cancel = undefined;
      return;
    }
    this.cancel = this.clock.after(ctiTimings.dtmf, () => this.next());
    this.send(digit);
  }
}
