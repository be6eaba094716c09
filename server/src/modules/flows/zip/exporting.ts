/** exportZip: a flow with its tests, the sounds of its wordings and the shared sub-processes that it calls, as importing reads it back. */
import type { Readable } from "node:stream";
import { AppError, formatTime, type QueryOf } from "@liantai/api/contract";
import { flowLimits, type flowApi } from "@liantai/api/contract/flow-editor";
import type { FlowBody } from "@liantai/api/flows";
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
import { carriedWith, type CarriedFlow } from "./carried.ts";
import { flowName, manifestName, type Manifest } from "./manifest.ts";

type Api = typeof flowApi;

interface Sound {
  readonly file: string;
  readonly blobKey: string;
  readonly bytes: number;
}

interface Contents {
  readonly name: string;
  /** In this order. */
  readonly texts: readonly { readonly file: string; readonly value: object }[];
  readonly sounds: readonly Sound[];
  readonly at: Date;
}

const numbered = (at: number, digits: number): string => String(at + 1).padStart(digits, "0");
const testText = ({ name, remark, enabled, test }: TestRow): object => ({ name, remark, enabled, test });

/** Things that flows know, each once, by the file that it lies in. */
class Luggage {
  readonly things: CarriedThing[] = [];
  readonly wanted: { readonly kind: string; readonly id: string }[] = [];
  readonly #files = new Map<string, string>();

  /** Files of what these name; what they name is remembered. */
  async add(deps: FlowDeps, trx: Trx, compId: string, bodies: readonly FlowBody[]): Promise<readonly string[]> {
    const wanted = bodies.flatMap(outsideIn).map(({ kind, usedId: id }) => ({ kind, id }));
    this.wanted.push(...wanted);
    const found = await Promise.all(
      deps.neighbours.map(async (each) => (await each.carry?.(trx, compId, wanted)) ?? []),
    );
    return found.flat().map((thing) => {
      const key = `${thing.kind}\n${thing.id}`;
      const file = this.#files.get(key) ?? `intents/${numbered(this.things.length, 4)}.json`;
      if (!this.#files.has(key)) this.things.push(thing);
      this.#files.set(key, file);
      return file;
    });
  }
}

/** Its rows of the manifest, and the files that they name. */
async function sharedParts(
  deps: FlowDeps,
  trx: Trx,
  compId: string,
  luggage: Luggage,
  own: readonly string[],
  carried: readonly CarriedFlow[],
) {
  const shared: NonNullable<Manifest["shared"]> = [];
  const files: { readonly file: string; readonly value: object }[] = [];
  for (const [at, { id, name, remark, texts, tests }] of carried.entries()) {
    const head = `shared/${numbered(at, 3)}`;
    const bodies = texts.map(({ body }) => body);
    const knows = await luggage.add(deps, trx, compId, bodies);
    const named = texts.map(({ versionId }, place) => ({ versionId, file: `${head}-${place + 1}.json` }));
    const tested = tests.map((test, place) => ({
      file: `${head}-test-${numbered(place, 3)}.json`,
      value: testText(test),
    }));
    shared.push({
      ...{ id, name, remark, texts: named, tests: tested.map(({ file }) => file) },
      intents: knows.filter((file) => !own.includes(file)),
    });
    files.push(
      ...texts.map(({ tts, body }, place) => ({ file: named[place]!.file, value: { tts, flow: body } })),
      ...tested,
    );
  }
  return { shared, files };
}

async function contents(deps: FlowDeps, trx: Trx, compId: string, id: string, versionId: string): Promise<Contents> {
  const row = await known(trx, compId, id);
  const version = versionId === "" ? undefined : await findVersion(trx, compId, versionId);
  if (versionId !== "" && version?.flowId !== id) throw missingVersion();
  const { flow: text, tts } = version ?? { flow: row.draft, tts: row.tts };
  const body = ownBody(keptBody(text), "");
  const called = await carriedWith(trx, compId, id, body);
  const things = await thingsAround(deps.neighbours, trx, compId);
  const luggage = new Luggage();
  const own = await luggage.add(deps, trx, compId, [body]);
  const { shared, files } = await sharedParts(deps, trx, compId, luggage, own, called);
  const more = luggage.things.flatMap(({ voices }) => voices.map((voiceId) => ({ kind: "voice", id: voiceId })));
  const references = [
    ...new Map([...luggage.wanted, ...more].map((one) => [`${one.kind}\n${one.id}`, one])).values(),
  ].map(({ kind, id: usedId }) => ({ kind, id: usedId, name: things.of(kind, usedId)?.name ?? "" }));
  const voices: Manifest["voices"] = [];
  const sounds: Sound[] = [];
  for (const { id: voiceId } of references.filter(({ kind }) => kind === "voice")) {
    const voice = await deps.voices.find(trx, compId, voiceId);
    if (!voice) continue;
    const file = `audio/${numbered(sounds.length, 3)}.wav`;
    const { name, source, text: said, remark } = voice;
    voices.push({ id: voiceId, name, source, text: said, remark, file });
    sounds.push({ file, blobKey: voice.blobKey, bytes: voice.bytes });
  }
  const tests = await listTests(trx, compId, id);
  for (const one of [{ id, tests }, ...called]) sounds.push(...(await packedAudios(deps, compId, one.id, one.tests)));
  if (sounds.reduce((sum, { bytes }) => sum + bytes, 0) > flowLimits.unpackedBytes)
    throw new AppError("refused", "流程的语音超过100M，不能导出");
  const { name, flowType, remark } = row;
  const exportedAt = formatTime(deps.ports.clock.now());
  const carried = shared.length === 0 ? {} : { shared };
  const manifest: Manifest = { format: 1, name, flowType, remark, exportedAt, references, voices, ...carried };
  return {
    name,
    texts: [
      { file: manifestName, value: manifest },
      { file: flowName, value: { tts, flow: body } },
      ...tests.map((test, at) => ({ file: `tests/${numbered(at, 3)}.json`, value: testText(test) })),
      ...luggage.things.map((thing, at) => ({ file: `intents/${numbered(at, 4)}.json`, value: thing })),
      ...files,
    ],
    sounds,
    at: new Date(deps.ports.clock.now()),
  };
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

/** The whole archive: it may be no larger than what an import takes, so it is known to be good before anything is sent. */
async function packed({ voices }: FlowDeps, { texts, sounds, at: mtime }: Contents): Promise<Buffer> {
  if (texts.length + sounds.length > flowLimits.zipEntries)
    throw new AppError("refused", `流程的文件超过${flowLimits.zipEntries}个，不能导出`);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  for (const { file, value } of texts) zip.addBuffer(json(value), file, { mtime });
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
  const { name } = made;
  await ports.database.tenant(compId, (trx) =>
    audit.write(trx, context, { compId, object: "flow", action: "exportZip", id, name }),
  );
  return {
    binary,
    contentType: "application/zip",
    headers: { "content-disposition": attachment(`${name}.zip`) },
  };
}
