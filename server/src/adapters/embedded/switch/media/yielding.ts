/**
 * What a key will stop is silent from the moment it is down: a press is told at its end, which a finger makes a quarter of a second
 * later. Pure: time is handed in.
 */

/** For what is told at the key's end to come back as a stop; whatever is not stopped by then goes on. */
const graceMs = 300;

export class Yielding {
  private yields = false;
  private until = 0;
  /** The last frame was one of silence. */
  hushed = false;

  /** Another playback. */
  begin(yields: boolean): void {
    this.yields = yields;
    this.until = 0;
    this.hushed = false;
  }

  /** Asked before each frame of a playback: it is silence, and the playback waits. */
  quiet(keyDown: boolean, now: number): boolean {
    if (this.yields && keyDown) this.until = now + graceMs;
    this.hushed = now < this.until;
    return this.hushed;
  }
}
