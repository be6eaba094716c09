/**
 * Recordings of callers for the tests of a flow (docs/protocol.md, G127): files in a folder of the flow, that its tests name by id. The
 * tests are the only list of them, so whatever none names is dropped when tests change: at once what a change let go, after a day what
 * was uploaded and never saved.
 */
import { buffer } from "node:stream/consumers";
import { AppError, dayMs, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { flowLimits, type flowTestApi, type FlowTestBody } from "@liantai/api/contract/flow-editor";
import type { HeardInTest, Listened, TestAudio, TestSaid } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { BinaryReply, RequestContext } from "../../http/routes.ts";
import { BlobMissing, type Blobs } from "../../ports/blobs.ts";
import type { Trx } from "../../ports/database.ts";
import type { FlowDeps } from "./deps.ts";
import { findFlow } from "./repository.ts";
import { known, lockKnown } from "./rows.ts";
import { listTests } from "./tests-repository.ts";

type Api = typeof flowTestApi;
type Context = RequestContext;
type Tested = readonly { readonly test: FlowTestBody }[];

const prefixOf = (compId: string, flowId: string): string =>
  `flow-tests/${compId.toLowerCase()}/${flowId.toLowerCase()}/`;
const keyOf = (compId: string, flowId: string, id: string): string => `${prefixOf(compId, flowId)}${id}.wav`;
const idOf = (key: string): string => key.slice(key.lastIndexOf("/") + 1, -".wav".length);

export const audiosIn = ({ steps }: FlowTestBody): readonly TestAudio[] =>
  steps.flatMap((step) => (step.do === "audio" ? [step.audio] : []));
const idsIn = (tests: Tested): ReadonlySet<string> =>
  new Set(tests.flatMap(({ test }) => audiosIn(test)).map(({ id }) => id));

/** When an id was made (UUID version 7); of one that came out of a ZIP it means nothing. */
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const tooLong = `音频文件不能超过${flowLimits.testAudioSeconds}秒`;
export const isTooLong = (durationMs: number): boolean => durationMs > flowLimits.testAudioSeconds * 1_000;

async function countIn(blobs: Blobs, prefix: string): Promise<number> {
  let count = 0;
  for await (const _ of blobs.list(prefix)) count += 1;
  return count;
}

export async function addAudio(
  deps: FlowDeps,
  { flowId, compId: given }: BodyOf<Api["audioAdd"]>,
  context: Context,
): Promise<ReplyOf<Api["audioAdd"]>> {
  const { ports, voices } = deps;
  const compId = compOf(context.caller, given);
  await ports.database.tenant(compId, (trx) => known(trx, compId, flowId));
  const { wav, durationMs } = await voices.uploaded(context.files);
  if (isTooLong(durationMs)) throw fieldRefusal("files", "音频文件", tooLong);
  await sweep(deps, compId, flowId);
  if ((await countIn(ports.blobs, prefixOf(compId, flowId))) >= flowLimits.testAudios)
    throw new AppError("refused", `一个流程的测试最多${flowLimits.testAudios}个音频文件`);
  const id = ports.random.id();
  await ports.blobs.put(keyOf(compId, flowId, id), wav);
  return { id, name: context.files[0]!.name.slice(-100), durationMs };
}

export async function playAudio(
  { ports }: FlowDeps,
  { flowId, id, compId: given }: QueryOf<Api["audioPlay"]>,
  { caller }: Context,
): Promise<BinaryReply> {
  const compId = compOf(caller, given);
  await ports.database.tenant(compId, (trx) => known(trx, compId, flowId));
  const wav = await soundOf(ports.blobs, compId, flowId, id);
  if (!wav) throw new AppError("notFound", "音频文件不存在或已被删除");
  return { binary: wav, contentType: "audio/wav" };
}

/** undefined: there is none. */
async function soundOf(blobs: Blobs, compId: string, flowId: string, id: string): Promise<Buffer | undefined> {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) return undefined;
  try {
    return await buffer(await blobs.read(keyOf(compId, flowId, id)));
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}

/** Throws AppError 'invalid' where a step names a file that is not the flow's. Under the flow's lock, so that none is dropped meanwhile. */
export async function checkAudios(
  { ports }: FlowDeps,
  trx: Trx,
  compId: string,
  flowId: string,
  test: FlowTestBody,
): Promise<void> {
  if (audiosIn(test).length === 0) return;
  await lockKnown(trx, compId, flowId);
  for (const [at, step] of test.steps.entries())
    if (step.do === "audio" && !(await ports.blobs.stat(keyOf(compId, flowId, step.audio.id))))
      throw fieldRefusal("test", "测试内容", `第${at + 1}步的音频文件“${step.audio.name}”不存在，请重新上传`);
}

/** Drops what no test names: `gone` at once, anything else after a day. A failure is told to the log: the next change tries again. */
export async function sweep(deps: FlowDeps, compId: string, flowId: string, gone: Tested = []): Promise<void> {
  const { ports } = deps;
  const letGo = idsIn(gone);
  const old = ports.clock.now() - dayMs;
  const dropped = (id: string): boolean => letGo.has(id) || !(madeAt(id) > old);
  try {
    await ports.database.tenant(compId, async (trx) => {
      if (!(await findFlow(trx, compId, flowId))) return;
      await lockKnown(trx, compId, flowId);
      const named = idsIn(await listTests(trx, compId, flowId));
      for await (const { key } of ports.blobs.list(prefixOf(compId, flowId)))
        if (!named.has(idOf(key)) && dropped(idOf(key))) await ports.blobs.delete(key);
    });
  } catch (error) {
    ports.logger.warn({ error, compId, flowId }, "audio files of a flow's tests were not removed");
  }
}

/** Of a flow that is gone, or that came to nothing. */
export async function dropAudios({ ports }: FlowDeps, compId: string, flowId: string): Promise<void> {
  try {
    for await (const { key } of ports.blobs.list(prefixOf(compId, flowId))) await ports.blobs.delete(key);
  } catch (error) {
    ports.logger.warn({ error, compId, flowId }, "audio files of a flow's tests were not removed");
  }
}

/** For the tests of a copy. What is missing stays missing, and its test says so. */
export async function copyAudios(
  { ports }: FlowDeps,
  compId: string,
  [from, to]: readonly [flowId: string, flowId: string],
  tests: Tested,
): Promise<void> {
  for (const id of idsIn(tests)) {
    const wav = await soundOf(ports.blobs, compId, from, id);
    if (wav) await ports.blobs.put(keyOf(compId, to, id), wav);
  }
}

export const keepAudio = (
  { ports }: FlowDeps,
  compId: string,
  flowId: string,
  id: string,
  wav: Uint8Array,
): Promise<unknown> => ports.blobs.put(keyOf(compId, flowId, id), wav);

interface Packed {
  readonly file: string;
  readonly blobKey: string;
  readonly bytes: number;
}

/** How the file is called in a ZIP. */
export const zippedAudio = (id: string): string => `audio/test-${id}.wav`;

/** What a ZIP takes along. Throws where a file is gone: whoever gets it could not read it in. */
export async function packedAudios(
  { ports }: FlowDeps,
  compId: string,
  flowId: string,
  tests: readonly { readonly name: string; readonly test: FlowTestBody }[],
): Promise<readonly Packed[]> {
  const packed = new Map<string, Packed>();
  for (const { name, test } of tests)
    for (const { id } of audiosIn(test)) {
      const blobKey = keyOf(compId, flowId, id);
      const found = await ports.blobs.stat(blobKey);
      if (!found) throw new AppError("refused", `测试「${name}」的音频文件已不存在，请重新上传后再导出`);
      packed.set(id, { file: zippedAudio(id), blobKey, bytes: found.bytes });
    }
  return [...packed.values()];
}

export type SaidEars = (said: TestSaid, listened: Listened) => Promise<HeardInTest>;

const lost: HeardInTest = { type: "failed", reason: "音频文件已不存在，请重新上传" };

/** Says texts and plays recordings to the recogniser of the flow's callers; undefined: there is none to ask. */
export function earsOf(
  { ports, neighbours }: { readonly ports: { readonly blobs: Blobs } } & Pick<FlowDeps, "neighbours">,
  compId: string,
  flowId: string,
): SaidEars | undefined {
  const ears = neighbours.find((each) => each.ears)?.ears?.(compId, flowId);
  return (
    ears &&
    (async ({ text, audioId }, listened) => {
      if (audioId === undefined) return ears(text, listened);
      const wav = await soundOf(ports.blobs, compId, flowId, audioId);
      return wav ? ears(wav, listened) : lost;
    })
  );
}
