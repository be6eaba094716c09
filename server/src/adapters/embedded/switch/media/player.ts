/** A playlist as a row of 20 ms frames. Pure: time is the number of frames taken. */
import { FRAME, SILENCE } from "./g711.ts";

/** One piece: samples, or so many samples of silence. */
export type Clip = Uint8Array | { readonly silence: number };

const lengthOf = (clip: Clip): number => (clip instanceof Uint8Array ? clip.length : clip.silence);

export class Player {
  readonly id: string;
  private readonly clips: readonly Clip[];
  private readonly loop: boolean;
  private index = 0;
  private offset = 0;

  constructor(id: string, clips: readonly Clip[], loop: boolean) {
    this.id = id;
    this.clips = clips.filter((clip) => lengthOf(clip) > 0);
    this.loop = loop && this.clips.length > 0;
  }

  /** True when every sample has been taken. */
  get done(): boolean {
    return this.index >= this.clips.length;
  }

  /** Fills `into` with the next frame; what is past the end is silence. */
  next(into: Uint8Array): void {
    let filled = 0;
    while (filled < FRAME) {
      const clip = this.clips[this.index];
      if (!clip) {
        into.fill(SILENCE, filled);
        return;
      }
      const take = Math.min(FRAME - filled, lengthOf(clip) - this.offset);
      if (clip instanceof Uint8Array) into.set(clip.subarray(this.offset, this.offset + take), filled);
      else into.fill(SILENCE, filled, filled + take);
      filled += take;
      this.offset += take;
      if (this.offset >= lengthOf(clip)) {
        this.offset = 0;
        this.index++;
        if (this.loop && this.index >= this.clips.length) this.index = 0;
      }
    }
  }
}
