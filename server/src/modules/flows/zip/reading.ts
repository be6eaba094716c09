/** What stands in a ZIP of a flow, each part held against its schema before anything is made of it. */
import { flowLimits, type FlowTestBody } from "@liantai/api/contract/flow-editor";
import { sharedCalls, type FlowBody } from "@liantai/api/flows";
import { ValidationError, type AnyObject, type ObjectSchema } from "yup";
import type { CarriedThing, FlowDeps } from "../deps.ts";
import { bodyOf } from "../reading.ts";
import { carriedSchema, flowName, manifestName, manifestSchema, testSchema, type Manifest } from "./manifest.ts";
import { zipFault, type FlowZip } from "./unzip.ts";

const mostJson = 4 * 1024 * 1024;
const mostTest = 256 * 1024;

export interface ReadTest {
  readonly name: string;
  readonly remark: string;
  readonly enabled: number;
  readonly test: FlowTestBody;
}

interface ReadText {
  readonly tts: string;
  readonly body: FlowBody;
}

export interface ReadShared {
  readonly id: string;
  readonly name: string;
  readonly remark: string;
  /** Versions, the oldest first; or a draft, whose versionId is ''. */
  readonly texts: readonly (ReadText & { readonly versionId: string })[];
  readonly tests: readonly ReadTest[];
  /** Files of what it knows beside what the flow itself does. */
  readonly intents: readonly string[];
  /** Shared sub-processes that its texts call. */
  readonly calls: readonly string[];
}

export interface ReadZip extends ReadText {
  readonly manifest: Manifest;
  readonly tests: readonly ReadTest[];
  readonly carried: readonly { readonly file: string; readonly thing: CarriedThing }[];
  readonly shared: readonly ReadShared[];
}

/** What is published; none of a draft. */
export const versionsOf = ({ texts }: ReadShared) => texts.filter(({ versionId }) => versionId !== "");
/** What is drawn: the newest. */
export const drawnOf = ({ texts }: ReadShared) => texts.at(-1)!;
export const calledBy = (body: FlowBody): readonly string[] => [
  ...new Set(sharedCalls(body).map(({ flowId }) => flowId)),
];

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

/** Each with what is wrong with it by whoever carries such things. */
async function readCarried({ neighbours }: Pick<FlowDeps, "neighbours">, zip: FlowZip): Promise<ReadZip["carried"]> {
  const carried: ReadZip["carried"][number][] = [];
  for (const file of zip.names.filter((each) => each.startsWith("intents/")).toSorted()) {
    const thing = checked(carriedSchema, await jsonOf(zip, file, mostJson), file) as CarriedThing;
    for (const { carriedFault } of neighbours) {
      const fault = carriedFault?.(thing);
      if (fault !== undefined) throw zipFault(`压缩包里的“${file}”有误：${fault}`);
    }
    carried.push({ file, thing });
  }
  return carried;
}

async function readText(zip: FlowZip, file: string): Promise<ReadText & { readonly length: number }> {
  const { tts, flow } = ((await jsonOf(zip, file, mostJson)) ?? {}) as { tts?: unknown; flow?: unknown };
  if (typeof tts !== "string" || tts.length > 1_000) throw zipFault(`压缩包里的“${file}”格式有误`);
  const text = JSON.stringify(flow ?? null);
  if (text.length > flowLimits.text) throw zipFault("流程的数据过多");
  return { tts, body: bodyOf(text), length: text.length };
}

async function readTests(zip: FlowZip, files: readonly string[]): Promise<readonly ReadTest[]> {
  const tests: ReadTest[] = [];
  for (const name of files) tests.push(checked(testSchema, await jsonOf(zip, name, mostTest), name));
  if (tests.length > flowLimits.tests) throw zipFault(`一个流程最多${flowLimits.tests}个测试`);
  return tests;
}

/** How many there are is asked before one of them is read, how long they are while they are. */
async function readShared(zip: FlowZip, { shared = [] }: Manifest): Promise<readonly ReadShared[]> {
  const versionIds = shared.flatMap(({ texts }) => texts.map(({ versionId }) => versionId));
  if (versionIds.length > flowLimits.zipShared) throw zipFault(`压缩包里的公共子流程最多${flowLimits.zipShared}个版本`);
  const published = versionIds.filter((id) => id !== "");
  const mixed = shared.some(({ texts }) => texts.length > 1 && texts.some(({ versionId }) => versionId === ""));
  const ids = new Set(shared.map(({ id }) => id));
  if (mixed || ids.size < shared.length || new Set(published).size < published.length)
    throw zipFault(`压缩包里的“${manifestName}”格式有误：shared`);
  const read: ReadShared[] = [];
  let length = 0;
  for (const { id, name, remark, texts, tests, intents } of shared) {
    const own: ReadShared["texts"][number][] = [];
    for (const { versionId, file } of texts) {
      const { length: more, ...text } = await readText(zip, file);
      length += more;
      if (length > flowLimits.zipSharedText) throw zipFault("压缩包里的公共子流程的数据过多");
      own.push({ versionId, ...text });
    }
    const calls = [...new Set(own.flatMap(({ body }) => calledBy(body)))];
    read.push({ id, name, remark, texts: own, tests: await readTests(zip, tests), intents, calls });
  }
  return read;
}

export async function readZip(deps: Pick<FlowDeps, "neighbours">, zip: FlowZip): Promise<ReadZip> {
  const manifest = checked(manifestSchema, await jsonOf(zip, manifestName, mostJson), manifestName) as Manifest;
  const { tts, body } = await readText(zip, flowName);
  const tests = await readTests(zip, zip.names.filter((each) => each.startsWith("tests/")).toSorted());
  const carried = await readCarried(deps, zip);
  return { manifest, tts, body, tests, carried, shared: await readShared(zip, manifest) };
}
