/** importZip: a new flow. What it names and is not here is left blank and said in the reply. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { fileTexts } from "@liantai/api/contract/file-rules";
import {
  broughtKinds,
  dependencyKinds,
  flowLimits,
  type flowApi,
  type FlowTestBody,
} from "@liantai/api/contract/flow-editor";
import type { FlowBody, Reference } from "@liantai/api/flows";
import { ValidationError, type ObjectSchema, type AnyObject } from "yup";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { KeptSound } from "../../voices/index.ts";
import type { BroughtThing, CarriedThing, FlowDeps } from "../deps.ts";
import { mapBody } from "../mapping.ts";
import { namedIn, outsideIn } from "../naming.ts";
import { bodyOf, nodeCount } from "../reading.ts";
import { namesLike } from "../repository.ts";
import { insert } from "../service.ts";
import { thingsAround, type Things } from "../surroundings.ts";
import { audiosIn, dropAudios, isTooLong, keepAudio, zippedAudio } from "../test-audio.ts";
import { carriedSchema, flowName, manifestName, manifestSchema, testSchema, type Manifest } from "./manifest.ts";
import { openFlowZip, zipFault, type FlowZip } from "./unzip.ts";

type Api = typeof flowApi;
const mostJson = 4 * 1024 * 1024;
const mostTest = 256 * 1024;
/** Ten minutes at 8,000 Hz are 9.6 MB. */
const mostSound = 12 * 1024 * 1024;

async function jsonOf(zip: FlowZip, name: string, most: number): Promise<unknown> {
  const text = (await zip.bytes(name, most)).toString("utf8");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw zipFault(`压缩包里的“${name}”不是JSON`);
  }
}

function checked<T extends AnyObject>(schema: ObjectSchema<T>, value: unknown, name: string): T {
  try {
    return schema.validateSync(value, { strict: true, abortEarly: true }) as T;
  } catch (error) {
    throw zipFault(`压缩包里的“${name}”格式有误${error instanceof ValidationError ? `：${error.path ?? ""}` : ""}`);
  }
}

interface Read {
  readonly manifest: Manifest;
  readonly tts: string;
  readonly body: FlowBody;
  readonly tests: readonly {
    readonly name: string;
    readonly remark: string;
    readonly enabled: number;
    readonly test: FlowTestBody;
  }[];
  readonly carried: readonly CarriedThing[];
}

/** Each with what is wrong with it by whoever carries such things. */
async function readCarried(
  { neighbours }: Pick<FlowDeps, "neighbours">,
  zip: FlowZip,
): Promise<readonly CarriedThing[]> {
  const carried: CarriedThing[] = [];
  for (const name of zip.names.filter((each) => each.startsWith("intents/")).toSorted()) {
    const thing = checked(carriedSchema, await jsonOf(zip, name, mostJson), name) as CarriedThing;
    for (const { carriedFault } of neighbours) {
      const fault = carriedFault?.(thing);
      if (fault !== undefined) throw zipFault(`压缩包里的“${name}”有误：${fault}`);
    }
    carried.push(thing);
  }
  return carried;
}

async function readZip(deps: Pick<FlowDeps, "neighbours">, zip: FlowZip): Promise<Read> {
  const manifest = checked(manifestSchema, await jsonOf(zip, manifestName, mostJson), manifestName) as Manifest;
  const { tts, flow } = (await jsonOf(zip, flowName, mostJson)) as { tts?: unknown; flow?: unknown };
  if (typeof tts !== "string" || tts.length > 1_000) throw zipFault(`压缩包里的“${flowName}”格式有误`);
  const text = JSON.stringify(flow ?? null);
  if (text.length > flowLimits.text) throw zipFault("流程的数据过多");
  const tests = [];
  for (const name of zip.names.filter((each) => each.startsWith("tests/")).toSorted()) {
    const test = checked(testSchema, await jsonOf(zip, name, mostTest), name);
    tests.push(test);
  }
  if (tests.length > flowLimits.tests) throw zipFault(`一个流程最多${flowLimits.tests}个测试`);
  return { manifest, tts, body: bodyOf(text), tests, carried: await readCarried(deps, zip) };
}

/** A name that is free: the own, or with a number. 30 characters at the most. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const tried = `${name.slice(0, 29 - String(number).length)} ${number}`;
    if (!taken.has(tried)) return tried;
  }
}

/** Sounds whose rows are still to come; on a failure they go again. */
class Sounds {
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

interface Coming {
  readonly thing: CarriedThing;
  /** Under which it is made here. */
  readonly id: string;
}

/** What came along and is neither here by its id nor by its name. */
const comingIn = (
  { ports }: Pick<FlowDeps, "ports">,
  things: Things,
  { carried }: Pick<Read, "carried">,
): readonly Coming[] =>
  carried
    .filter(({ kind, id, name }) => !things.of(kind, id) && !things.named(kind, name))
    .map((thing) => ({ thing, id: ports.random.id() }));

/** By id where it is here, by its name where one thing has it, as what came along where that is made, else ''. */
function placeIn(things: Things, manifest: Manifest, sounds: Sounds, coming: readonly Coming[]) {
  const brought = new Map(coming.map(({ thing: { kind, id }, id: here }) => [`${kind}\n${id}`, here]));
  const called = new Map(manifest.references.map(({ kind, id, name }) => [`${kind}\n${id}`, name]));
  return ({ kind, id }: Reference): string => {
    if (things.of(kind, id)) return id;
    const own = kind === "voice" ? sounds.ids.get(id) : undefined;
    const made = brought.get(`${kind}\n${id}`);
    return own ?? made ?? things.named(kind, called.get(`${kind}\n${id}`) ?? "")?.id ?? "";
  };
}

/** Each file that a test of the ZIP names, under the same id. */
async function takeAudios(
  deps: FlowDeps,
  zip: FlowZip,
  compId: string,
  flowId: string,
  { tests }: Pick<Read, "tests">,
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

export async function importZip(
  deps: FlowDeps,
  { name: wanted, compId: given }: BodyOf<Api["importZip"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importZip"]>> {
  const compId = compOf(context.caller, given);
  const [file, ...more] = context.files;
  if (!file) throw zipFault("请选择流程压缩包");
  if (more.length > 0) throw zipFault(fileTexts.tooMany(1));
  const zip = await openFlowZip(file.path);
  const sounds = new Sounds(deps, compId);
  const id = deps.ports.random.id();
  try {
    const read = await readZip(deps, zip);
    const { things, names } = await deps.ports.database.tenant(compId, async (trx) => ({
      things: await thingsAround(deps.neighbours, trx, compId),
      names: await namesLike(trx, compId, read.manifest.name),
    }));
    const coming = comingIn(deps, things, read);
    const used = new Set([
      ...namedIn(read.body).flatMap(({ kind, usedId }) => (kind === "voice" ? [usedId] : [])),
      ...coming.flatMap(({ thing }) => thing.voices),
    ]);
    for (const voice of read.manifest.voices)
      if (used.has(voice.id) && !things.of("voice", voice.id)) await sounds.take(zip, voice);
    await takeAudios(deps, zip, compId, id, read);
    return await insertRead(deps, context, compId, {
      ...read,
      id,
      things,
      sounds,
      coming,
      name: wanted || freeName(read.manifest.name, names),
    });
  } catch (error) {
    await sounds.dropAll();
    await dropAudios(deps, compId, id);
    throw error;
  } finally {
    zip.close();
  }
}

async function insertRead(
  deps: FlowDeps,
  context: RequestContext,
  compId: string,
  {
    id: own,
    manifest,
    tts,
    body,
    tests,
    things,
    sounds,
    coming,
    name,
  }: Read & {
    readonly id: string;
    readonly things: Things;
    readonly sounds: Sounds;
    readonly coming: readonly Coming[];
    readonly name: string;
  },
): Promise<ReplyOf<Api["importZip"]>> {
  const place = placeIn(things, manifest, sounds, coming);
  const brought: BroughtThing[] = [];
  const mapped = mapBody(body, place);
  const { flowType, remark } = manifest;
  const made = await insert(
    deps,
    context,
    compId,
    { id: own, name, flowType, remark, tts, body: mapped, tests },
    "importZip",
    async (trx) => {
      for (const sound of sounds.kept) await deps.voices.insert(trx, compId, context.caller.nickName, sound);
      const luggage = coming.map(({ thing, id }) => ({ ...thing, id }));
      const voice = (id: string): string => (id === "" ? "" : place({ kind: "voice", id }));
      for (const { bring } of deps.neighbours) brought.push(...((await bring?.(trx, compId, luggage, voice)) ?? []));
      for (const { kind, id, name: called } of brought) {
        const object = kind === "knowledge" ? "innerKnowledge" : kind;
        await deps.audit.write(trx, context, { compId, object, action: "add", id, name: called });
      }
    },
  );
  if (brought.length > 0) for (const each of deps.neighbours) await each.brought?.(compId);
  const missing = outsideIn(body)
    .filter(({ kind, usedId }) => place({ kind: kind as Reference["kind"], id: usedId }) === "")
    .map(({ kind, usedId, nodeName }) => ({
      kind,
      kindName: dependencyKinds[kind as Reference["kind"]],
      id: usedId,
      name: manifest.references.find((each) => each.kind === kind && each.id === usedId)?.name ?? "",
      nodeName,
    }));
  return {
    ...{ id: made.id, name, nodes: nodeCount(body), tests: tests.length, voices: sounds.kept.length },
    made: brought.map(({ kind, name: called }) => ({ kind, kindName: broughtKinds[kind], name: called })),
    missing,
  };
}
