/** exportZip: a flow with its tests and the sounds of its wordings, as importing reads it back. */
import type { Readable } from "node:stream";
import { AppError, formatTime, type QueryOf } from "@liantai/api/contract";
import { flowLimits, type flowApi } from "@liantai/api/contract/flow-editor";
import { ZipFile } from "yazl";
import { compOf } from "../../../http/company.ts";
import { attachment } from "../../../http/names.ts";
import type { BinaryReply, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { CarriedThing, FlowDeps } from "../deps.ts";
import { outsideIn } from "../naming.ts";
import { keptBody, ownBody } from "../reading.ts";
import { known, missingVersion } from "../rows.ts";
import { thingsAround } from "../surroundings.ts";
import { packedAudios } from "../test-audio.ts";
import { listTests, type TestRow } from "../tests-repository.ts";
import { findVersion } from "../versions-repository.ts";
import { flowName, manifestName, type Manifest } from "./manifest.ts";

type Api = typeof flowApi;

interface Contents {
  readonly manifest: Manifest;
  readonly flow: object;
  readonly tests: readonly TestRow[];
  readonly carried: readonly CarriedThing[];
  readonly sounds: readonly { readonly file: string; readonly blobKey: string }[];
  readonly at: Date;
}

async function contents(deps: FlowDeps, trx: Trx, compId: string, id: string, versionId: string): Promise<Contents> {
  const row = await known(trx, compId, id);
  const version = versionId === "" ? undefined : await findVersion(trx, compId, versionId);
  if (versionId !== "" && version?.flowId !== id) throw missingVersion();
  const { flow: text, tts } = version ?? { flow: row.draft, tts: row.tts };
  const body = ownBody(keptBody(text), "");
  const named = outsideIn(body);
  const things = await thingsAround(deps.neighbours, trx, compId);
  const wanted = named.map(({ kind, usedId }) => ({ kind, id: usedId }));
  const carried = (
    await Promise.all(deps.neighbours.map(async (each) => (await each.carry?.(trx, compId, wanted)) ?? []))
  ).flat();
  const more = carried.flatMap(({ voices }) => voices.map((voiceId) => ({ kind: "voice", id: voiceId })));
  const references = [...new Map([...wanted, ...more].map((one) => [`${one.kind}\n${one.id}`, one])).values()].map(
    ({ kind, id: usedId }) => ({ kind, id: usedId, name: things.of(kind, usedId)?.name ?? "" }),
  );
  const voices: Manifest["voices"] = [];
  const sounds: { readonly file: string; readonly blobKey: string; readonly bytes: number }[] = [];
  for (const { id: voiceId } of references.filter(({ kind }) => kind === "voice")) {
    const voice = await deps.voices.find(trx, compId, voiceId);
    if (!voice) continue;
    const file = `audio/${String(sounds.length + 1).padStart(3, "0")}.wav`;
    const { name, source, text: said, remark } = voice;
    voices.push({ id: voiceId, name, source, text: said, remark, file });
    sounds.push({ file, blobKey: voice.blobKey, bytes: voice.bytes });
  }
  const tests = await listTests(trx, compId, id);
  sounds.push(...(await packedAudios(deps, compId, id, tests)));
  if (sounds.reduce((sum, { bytes }) => sum + bytes, 0) > flowLimits.unpackedBytes)
    throw new AppError("refused", "流程的语音超过100M，不能导出");
  const { name, flowType, remark } = row;
  const exportedAt = formatTime(deps.ports.clock.now());
  return {
    manifest: { format: 1, name, flowType, remark, exportedAt, references, voices },
    flow: { tts, flow: body },
    tests,
    carried,
    sounds,
    at: new Date(deps.ports.clock.now()),
  };
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

/** The whole archive: it may be no larger than what an import takes, so it is known to be good before anything is sent. */
async function packed(
  { voices }: FlowDeps,
  { manifest, flow, tests, carried, sounds, at: mtime }: Contents,
): Promise<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  zip.addBuffer(json(manifest), manifestName, { mtime });
  zip.addBuffer(json(flow), flowName, { mtime });
  for (const [at, { name, remark, enabled, test }] of tests.entries())
    zip.addBuffer(json({ name, remark, enabled, test }), `tests/${String(at + 1).padStart(3, "0")}.json`, { mtime });
  for (const [at, thing] of carried.entries())
    zip.addBuffer(json(thing), `intents/${String(at + 1).padStart(4, "0")}.json`, { mtime });
  for (const { file, blobKey } of sounds)
    zip.addReadStreamLazy(file, { mtime }, (done) => {
      voices.sound({ blobKey }).then(
        (stream) =>
          done(
            null,
            stream.on("error", (error: Error) => output.destroy(error)),
          ),
        (error: Error) => output.destroy(error),
      );
    });
  zip.end();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > flowLimits.zipBytes) {
      output.destroy();
      throw new AppError("refused", "流程的语音过多，压缩后超过10M，不能导出");
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export async function exportZip(
  deps: FlowDeps,
  { id, versionId = "", compId: given }: QueryOf<Api["exportZip"]>,
  context: RequestContext,
): Promise<BinaryReply> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, given);
  const made = await ports.database.tenant(compId, (trx) => contents(deps, trx, compId, id, versionId));
  const binary = await packed(deps, made);
  const { name } = made.manifest;
  await ports.database.tenant(compId, (trx) =>
    audit.write(trx, context, { compId, object: "flow", action: "exportZip", id, name }),
  );
  return {
    binary,
    contentType: "application/zip",
    headers: { "content-disposition": attachment(`${name}.zip`) },
  };
}
