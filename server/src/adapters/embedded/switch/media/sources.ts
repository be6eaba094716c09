/** Audio sources as clips: files are read and decoded once and kept while they do not change. */
import { readFile, stat } from "node:fs/promises";
import type { AudioSource } from "../../../../ports/switch.ts";
import { RATE } from "./g711.ts";
import { synthesizeMusic } from "./music.ts";
import type { Clip } from "./player.ts";
import { tone } from "./tone.ts";
import { decodeWav } from "./wav.ts";

const CACHE_BYTES = 64 * 1024 * 1024; // some two hours of mu-law
const FILE_BYTES = 32 * 1024 * 1024;

let builtIn: Uint8Array | undefined;
/** Made once a thread. */
const builtInMusic = (): Uint8Array => (builtIn ??= synthesizeMusic());

export class BadAudio extends Error {}

export class Sources {
  private readonly files = new Map<string, { readonly fingerprint: string; readonly samples: Uint8Array }>();
  private readonly tones = new Map<string, Uint8Array>();
  private bytes = 0;
  private music: Uint8Array | undefined;

  /** Makes or reads the hold music before the first call needs it. A bad file falls back to the built-in one. */
  async prepare(musicPath: string | undefined): Promise<string | undefined> {
    try {
      if (musicPath) this.music = await this.file(musicPath);
    } catch (error) {
      return `hold music ${musicPath}: ${(error as Error).message}`;
    } finally {
      this.music ??= builtInMusic();
    }
    return undefined;
  }

  /** Rejects with BadAudio when a file cannot be played. */
  clips(sources: readonly AudioSource[]): Promise<Clip[]> {
    return Promise.all(sources.map((source) => this.clip(source)));
  }

  private async clip(source: AudioSource): Promise<Clip> {
    switch (source.kind) {
      case "file":
        return this.file(source.path).catch((error: Error) => {
          throw new BadAudio(`${source.path}: ${error.message}`);
        });
      case "music":
        return (this.music ??= builtInMusic());
      case "tone":
        return this.tone(source.hz, source.ms);
      case "silence":
        return { silence: Math.round((source.ms * RATE) / 1_000) };
    }
  }

  private tone(hz: number, ms: number): Uint8Array {
    const key = `${hz}/${ms}`;
    const known = this.tones.get(key);
    if (known) return known;
    const made = tone(hz, ms);
    if (this.tones.size > 32) this.tones.clear();
    this.tones.set(key, made);
    return made;
  }

  private async file(path: string): Promise<Uint8Array> {
    const { mtimeMs, size } = await stat(path);
    const fingerprint = `${mtimeMs}/${size}`;
    const known = this.files.get(path);
    if (known?.fingerprint === fingerprint) return known.samples;
    if (size > FILE_BYTES) throw new Error("too long");
    const samples = decodeWav(await readFile(path));
    if (known) this.bytes -= known.samples.length;
    this.files.delete(path);
    this.files.set(path, { fingerprint, samples });
    this.bytes += samples.length;
    for (const [old, { samples: gone }] of this.files) {
      if (this.bytes <= CACHE_BYTES || old === path) break;
      this.files.delete(old);
      this.bytes -= gone.length;
    }
    return samples;
  }
}
