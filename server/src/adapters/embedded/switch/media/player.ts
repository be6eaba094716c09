/** A playlist as a row of 20 ms frames. Pure: time is the number of frames taken. */
import { telephoneRate } from "../../../../audio/telephone.ts";
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

  /** fromMs: so much at the beginning counts as played. */
  constructor(id: string, clips: readonly Clip[], loop: boolean, fromMs = 0) {
    this.id = id;
    this.clips = clips.filter((clip) => lengthOf(clip) > 0);
    this.loop = loop && this.clips.length > 0;
    this.skip(Math.max(0, Math.round((fromMs * telephoneRate) / 1_000)));
  }

  /** True when every sample has been taken. */
  get done(): boolean {
    return this.index >= this.clips.length;
  }

  /** How far it is, ms; undefined: it starts over and over. */
  get atMs(): number | undefined {
    if (this.loop) return undefined;
    const past = this.clips.slice(0, this.index).reduce((sum, clip) => sum + lengthOf(clip), 0);
    return Math.round(((past + this.offset) * 1_000) / telephoneRate);
  }

  private skip(samples: number): void {
    let left = samples;
    for (let clip = this.clips[this.index]; clip && left >= lengthOf(clip); clip = this.clips[++this.index])
      left -= lengthOf(clip);
    if (!this.done) this.offset = left;
    else if (this.loop) this.index = 0;
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
