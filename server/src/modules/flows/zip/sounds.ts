/** Sounds of a ZIP, which lie in the store before the rows that name them are written, and go again where those come to nothing. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { flowLimits } from "@liantai/api/contract/flow-editor";
import type { KeptSound } from "../../voices/index.ts";
import type { FlowDeps } from "../deps.ts";
import { audiosIn, isTooLong, keepAudio, zippedAudio } from "../test-audio.ts";
import { freeName } from "./free-name.ts";
import type { Manifest } from "./manifest.ts";
import type { ReadTest } from "./reading.ts";
import { zipFault, type FlowZip } from "./unzip.ts";

/** Ten minutes at 8,000 Hz are 9.6 MB. */
const mostSound = 12 * 1024 * 1024;

/** Sounds whose rows are still to come; on a failure they go again. */
export class Sounds {
  readonly kept: KeptSound[] = [];
  /** By the id in the ZIP. */
  readonly ids = new Map<string, string>();
  readonly #deps: FlowDeps;
  readonly #compId: string;
  constructor(deps: FlowDeps, compId: string) {
    this.#deps = deps;
    this.#compId = compId;
  }

  /** The enterprise's own where it has this very sound under this name. */
  async take(zip: FlowZip, { id, name, source, text, remark, file }: Manifest["voices"][number]): Promise<void> {
    const { voices, ports } = this.#deps;
    const wav = await zip.bytes(file, mostSound);
    const durationMs = voices.measured(wav);
    if (durationMs === undefined) throw zipFault(`压缩包里的“${file}”不是8000Hz单声道16位的WAV`);
    const there = await ports.database.tenant(this.#compId, (trx) => voices.named(trx, this.#compId, name));
    const sum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    for (const one of there.filter(({ bytes }) => bytes === wav.byteLength))
      if (sum(await buffer(await voices.sound(one))) === sum(wav)) return void this.ids.set(id, one.id);
    const made = ports.random.id();
    const blobKey = await voices.keep(this.#compId, wav);
    const names = new Set([...there, ...this.kept].map((each) => each.name));
    const row = { source, text, remark, durationMs, bytes: wav.byteLength, blobKey };
    this.kept.push({ id: made, name: freeName(name, names), ...row });
    this.ids.set(id, made);
  }

  async dropAll(): Promise<void> {
    for (const { blobKey } of this.kept) await this.#deps.voices.drop(blobKey);
  }
}

/** Each file that a test of the ZIP names, under the same id. */
export async function takeAudios(
  deps: FlowDeps,
  zip: FlowZip,
  compId: string,
  flowId: string,
  tests: readonly ReadTest[],
): Promise<void> {
  const named = new Map(tests.flatMap(({ name, test }) => audiosIn(test).map(({ id }) => [id, name] as const)));
  if (named.size > flowLimits.testAudios) throw zipFault(`一个流程的测试最多${flowLimits.testAudios}个音频文件`);
  for (const [id, name] of named) {
    const file = zippedAudio(id);
    if (!zip.has(file)) throw zipFault(`压缩包里没有测试「${name}」的音频文件`);
    const wav = await zip.bytes(file, mostSound);
    const ms = deps.voices.measured(wav);
    if (ms === undefined) throw zipFault(`压缩包里的“${file}”不是8000Hz单声道16位的WAV`);
    if (isTooLong(ms)) throw zipFault(`压缩包里的“${file}”超过${flowLimits.testAudioSeconds}秒`);
    await keepAudio(deps, compId, flowId, id, wav);
  }
}
