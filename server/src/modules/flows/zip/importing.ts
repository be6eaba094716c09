/** importZip: a new flow, with the shared sub-processes that it calls. What it names and is not here is left blank and told. */
import { type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { fileTexts } from "@liantai/api/contract/file-rules";
import { broughtKinds, dependencyKinds, type flowApi } from "@liantai/api/contract/flow-editor";
import type { FlowBody, Reference } from "@liantai/api/flows";
import { compOf } from "../../../http/company.ts";
import { unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { BroughtThing, CarriedThing, FlowDeps } from "../deps.ts";
import { sharedVersionKind } from "../kinds.ts";
import { mapBody, type MapId } from "../mapping.ts";
import { namedIn, outsideIn } from "../naming.ts";
import { nodeCount } from "../reading.ts";
import { namesLike } from "../repository.ts";
import { taken } from "../rows.ts";
import { insertIn } from "../service.ts";
import { thingsAround, type Things } from "../surroundings.ts";
import { tellPublished } from "../telling.ts";
import { dropAudios } from "../test-audio.ts";
import { trainPublished } from "../training.ts";
import { freeName } from "./free-name.ts";
import { calledBy, readZip, versionsOf, type ReadZip } from "./reading.ts";
import { chosenReferences, openReferences } from "./references.ts";
import { decide, hereOf, lacksOf, makeShared, rightsOf, type Decided, type Made } from "./shared.ts";
import { Sounds, takeAudios } from "./sounds.ts";
import { openFlowZip, zipFault, type FlowZip } from "./unzip.ts";

type Api = typeof flowApi;

interface ComingThing {
  readonly thing: CarriedThing;
  /** Under which it is made here. */
  readonly id: string;
}

/** What came along for what is made, and is neither here by its id nor by its name. */
function comingIn(
  { ports }: Pick<FlowDeps, "ports">,
  things: Things,
  { carried, shared }: ReadZip,
  { made }: Decided,
): readonly ComingThing[] {
  const filesOf = (all: readonly { readonly intents: readonly string[] }[]) =>
    new Set(all.flatMap(({ intents }) => intents));
  const [theirs, wanted] = [filesOf(shared), filesOf(made.map(({ one }) => one))];
  return carried
    .filter(({ file }) => !theirs.has(file) || wanted.has(file))
    .filter(({ thing: { kind, id, name } }) => !things.of(kind, id) && !things.named(kind, name))
    .map(({ thing }) => ({ thing, id: ports.random.id() }));
}

interface Import {
  readonly read: ReadZip;
  readonly things: Things;
  readonly decided: Decided;
  readonly coming: readonly ComingThing[];
  readonly sounds: Sounds;
  readonly chosen: ReturnType<typeof chosenReferences>;
  readonly id: string;
  readonly name: string;
}

/**
 * A sub-process that came along as it was decided; else by id where it is here, by its name where one thing has it, as what came along
 * where that is made, as whoever imports has chosen, else ''.
 */
function placeIn(
  { read: { manifest }, things, decided: { ids }, coming, sounds, chosen }: Import,
  versions: ReadonlyMap<string, string>,
): MapId {
  const brought = new Map(coming.map(({ thing: { kind, id }, id: here }) => [`${kind}\n${id}`, here]));
  const called = new Map(manifest.references.map(({ kind, id, name }) => [`${kind}\n${id}`, name]));
  return ({ kind, id }): string => {
    if (kind === sharedVersionKind) return versions.get(id) ?? "";
    const decided = kind === "sharedFlow" ? ids.get(id) : undefined;
    if (decided !== undefined) return decided;
    if (things.of(kind, id)) return id;
    const own = kind === "voice" ? sounds.ids.get(id) : undefined;
    const made = brought.get(`${kind}\n${id}`);
    const named = things.named(kind, called.get(`${kind}\n${id}`) ?? "")?.id;
    return own ?? made ?? named ?? chosen(kind, id) ?? "";
  };
}

async function opened<T>({ files }: RequestContext, work: (zip: FlowZip) => Promise<T>): Promise<T> {
  const [file, ...more] = files;
  if (!file) throw zipFault("请选择流程压缩包");
  if (more.length > 0) throw zipFault(fileTexts.tooMany(1));
  const zip = await openFlowZip(file.path);
  try {
    return await work(zip);
  } finally {
    zip.close();
  }
}

interface Around {
  readonly things: Things;
  readonly names: ReadonlySet<string>;
}

/** names: those that the flow's and the sub-processes' own could meet. */
const around = ({ ports, neighbours }: FlowDeps, compId: string, { manifest, shared }: ReadZip): Promise<Around> =>
  ports.database.tenant(compId, async (trx) => {
    const names = new Set<string>();
    for (const { name } of [manifest, ...shared])
      for (const each of await namesLike(trx, compId, name.slice(0, 26))) names.add(each);
    return { things: await thingsAround(neighbours, trx, compId), names };
  });

export const planZip = (
  deps: FlowDeps,
  { compId: given }: BodyOf<Api["planZip"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["planZip"]>> =>
  opened(context, async (zip) => {
    const compId = compOf(context.caller, given);
    const read = await readZip(deps, zip);
    const { things, names } = await around(deps, compId, read);
    const rights = await rightsOf(deps, context);
    const own = freeName(read.manifest.name, names);
    return {
      name: read.manifest.name,
      calls: [...calledBy(read.body)],
      ...openReferences(read, things),
      shared: read.shared.map((one) => {
        const { id, name, texts, tests, calls } = one;
        const here = hereOf(things, one);
        return {
          ...{ id, name, versions: versionsOf(one).length, nodes: nodeCount(texts.at(-1)!.body), tests: tests.length },
          ...{
            calls: [...calls],
            hereId: here?.id ?? "",
            hereReady: here?.enabled === 1 ? (1 as const) : (0 as const),
          },
          ...{ freeName: freeName(name, new Set([...names, own])), lacks: lacksOf(rights, one) },
        };
      }),
    };
  });

export const importZip = (
  deps: FlowDeps,
  { name: wanted, choices = "", references = "", compId: given }: BodyOf<Api["importZip"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["importZip"]>> =>
  opened(context, async (zip) => {
    const compId = compOf(context.caller, given);
    const newId = () => deps.ports.random.id();
    const read = await readZip(deps, zip);
    const { things, names } = await around(deps, compId, read);
    const [id, name] = [newId(), wanted || freeName(read.manifest.name, names)];
    const rights = await rightsOf(deps, context);
    const chosen = chosenReferences(references, read, things);
    const decided = decide(read, { choices, things, rights, names: new Set([...names, name]), newId });
    const sounds = new Sounds(deps, compId);
    try {
      const coming = comingIn(deps, things, read, decided);
      const bodies = [read.body, ...decided.made.flatMap(({ one }) => one.texts.map(({ body }) => body))];
      const used = new Set([
        ...bodies.flatMap((body) => namedIn(body).flatMap(({ kind, usedId }) => (kind === "voice" ? [usedId] : []))),
        ...coming.flatMap(({ thing }) => thing.voices),
      ]);
      for (const voice of read.manifest.voices)
        if (used.has(voice.id) && !things.of("voice", voice.id)) await sounds.take(zip, voice);
      await takeAudios(deps, zip, compId, id, read.tests);
      for (const { id: own, one } of decided.made) await takeAudios(deps, zip, compId, own, one.tests);
      return await insertRead(deps, context, compId, { read, things, decided, coming, sounds, chosen, id, name });
    } catch (error) {
      await sounds.dropAll();
      for (const own of [id, ...decided.made.map((each) => each.id)]) await dropAudios(deps, compId, own);
      throw error;
    }
  });

/** In the transaction: sounds, and what the flows know. */
async function bringIn(
  deps: FlowDeps,
  context: RequestContext,
  trx: Trx,
  compId: string,
  { coming, sounds }: Import,
  place: MapId,
): Promise<readonly BroughtThing[]> {
  const brought: BroughtThing[] = [];
  for (const sound of sounds.kept) await deps.voices.insert(trx, compId, context.caller.nickName, sound);
  const luggage = coming.map(({ thing, id }) => ({ ...thing, id }));
  const voice = (id: string): string => (id === "" ? "" : place({ kind: "voice", id }));
  for (const { bring } of deps.neighbours) brought.push(...((await bring?.(trx, compId, luggage, voice)) ?? []));
  for (const { kind, id, name } of brought) {
    const object = kind === "knowledge" ? "innerKnowledge" : kind;
    await deps.audit.write(trx, context, { compId, object, action: "add", id, name });
  }
  return brought;
}

async function insertRead(
  deps: FlowDeps,
  context: RequestContext,
  compId: string,
  coming: Import,
): Promise<ReplyOf<Api["importZip"]>> {
  const { read, decided, sounds, id, name } = coming;
  const { manifest, tts, body, tests } = read;
  const versions = new Map<string, string>();
  const place = placeIn(coming, versions);
  const [brought, made] = await unique(taken(), () =>
    deps.ports.database.tenant(compId, async (trx) => {
      const things = await bringIn(deps, context, trx, compId, coming, place);
      const making = { place, versions, note: `随流程「${name}」导入` };
      const shared = await makeShared(deps, context, trx, compId, decided.made, making);
      const { flowType, remark } = manifest;
      const flow = { id, name, flowType, remark, tts, body: mapBody(body, place), tests };
      await insertIn(trx, deps, context, compId, flow, "importZip");
      return [things, shared] as const;
    }),
  );
  if (brought.length > 0) for (const each of deps.neighbours) await each.brought?.(compId);
  await published(deps, context, compId, made);
  const kinds = [...brought, ...made.map(({ row }) => ({ kind: "sharedFlow" as const, name: row.name }))];
  return {
    ...{ id, name, nodes: nodeCount(body), tests: tests.length, voices: sounds.kept.length },
    made: kinds.map(({ kind, name: called }) => ({ kind, kindName: broughtKinds[kind], name: called })),
    unpublished: made.flatMap(({ row, fault }) => (fault === "" ? [] : [{ name: row.name, text: fault }])),
    missing: [
      ...missingOf(body, manifest, place),
      ...decided.made.flatMap(({ one, name: own }) =>
        missingOf(one.texts.at(-1)!.body, manifest, place).map((each) => ({
          ...each,
          nodeName: `${own} / ${each.nodeName}`,
        })),
      ),
    ],
  };
}

async function published(
  deps: FlowDeps,
  context: RequestContext,
  compId: string,
  made: readonly Made[],
): Promise<void> {
  const running = made.filter(({ row }) => row.version > 0);
  if (running.length === 0) return;
  await tellPublished(
    deps,
    compId,
    running.map(({ row }) => row.id),
  );
  for (const { row, drawn } of running) trainPublished(deps, context, row, drawn);
}

const missingOf = (
  body: FlowBody,
  { references }: ReadZip["manifest"],
  place: MapId,
): ReplyOf<Api["importZip"]>["missing"] =>
  outsideIn(body)
    .filter(({ kind, usedId }) => place({ kind: kind as Reference["kind"], id: usedId }) === "")
    .map(({ kind, usedId, nodeName }) => ({
      kind,
      kindName: dependencyKinds[kind as Reference["kind"]],
      id: usedId,
      name: references.find((each) => each.kind === kind && each.id === usedId)?.name ?? "",
      nodeName,
    }));
