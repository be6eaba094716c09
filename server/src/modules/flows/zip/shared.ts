/**
 * Shared sub-processes of a ZIP: which are here, which are made, and that they are published where nothing bars it (docs/protocol.md,
 * G129).
 */
import { AppError } from "@liantai/api/contract";
import { lackingText, reachedIn, readZipChoices } from "@liantai/api/contract/flow-editor";
import { flowTypes, type FlowBody } from "@liantai/api/flows";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { check, gather, isError } from "../checking.ts";
import type { FlowDeps } from "../deps.ts";
import { barred } from "../gate.ts";
import { mapBody, type MapId } from "../mapping.ts";
import { ownBody, textOf } from "../reading.ts";
import { findFlow, type FlowRow } from "../repository.ts";
import { insertIn } from "../service.ts";
import type { Thing } from "../surroundings-repository.ts";
import type { Things } from "../surroundings.ts";
import { putVersion } from "../versions.ts";
import { freeName } from "./free-name.ts";
import { calledBy, drawnOf, versionsOf, type ReadShared, type ReadZip } from "./reading.ts";
import { zipFault } from "./unzip.ts";

export const hereOf = (things: Things, { id, name }: Pick<ReadShared, "id" | "name">): Thing | undefined =>
  things.of("sharedFlow", id) ?? things.named("sharedFlow", name);

/** Rights that whoever imports has beside that of importing. */
interface Rights {
  readonly add: boolean;
  readonly publish: boolean;
}

export async function rightsOf({ auth }: FlowDeps, { caller }: RequestContext): Promise<Rights> {
  return { add: await auth.mayPress(caller, "flow.add"), publish: await auth.mayPress(caller, "flow.publish") };
}

/** In words of the buttons; '': none. */
export const lacksOf = ({ add, publish }: Rights, one: ReadShared): string =>
  !add ? "新增" : !publish && versionsOf(one).length > 0 ? "发布" : "";

export interface Coming {
  readonly one: ReadShared;
  /** Under which it is made here. */
  readonly id: string;
  readonly name: string;
}

export interface Decided {
  /** Who is called before who calls. */
  readonly made: readonly Coming[];
  /** By the id in the ZIP: the one that is called here. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Whom others call comes first; a circle, which no publishing lets pass, begins anywhere. */
function calledFirst(all: readonly ReadShared[]): readonly ReadShared[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  const ordered = new Set<ReadShared>();
  const seen = new Set<ReadShared>();
  const visit = (one: ReadShared): void => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const id of one.calls) if (byId.has(id)) visit(byId.get(id)!);
    ordered.add(one);
  };
  for (const one of all) visit(one);
  return [...ordered];
}

interface Deciding {
  readonly choices: string;
  readonly things: Things;
  readonly rights: Rights;
  /** Of flows that there are, the one to come among them. */
  readonly names: ReadonlySet<string>;
  readonly newId: () => string;
}

/** Throws where one that was chosen is not here any more, and where the person may not make what is to be made. */
export function decide(
  { body, shared }: Pick<ReadZip, "body" | "shared">,
  { choices, things, rights, names, newId }: Deciding,
): Decided {
  const chosen = new Map(readZipChoices(choices)?.map(({ id, use }) => [id, use]));
  const targetOf = (one: ReadShared): string => chosen.get(one.id) ?? hereOf(things, one)?.id ?? "";
  const reached = reachedIn(calledBy(body), shared, (one) => targetOf(one) === "");
  for (const one of reached)
    if (targetOf(one) !== "" && !things.of("sharedFlow", targetOf(one)))
      throw zipFault(`选用的公共子流程“${one.name}”已不存在，请重新导入`);
  const anew = reached.filter((one) => targetOf(one) === "");
  const lacking = lackingText(anew.map((one) => ({ name: one.name, lacks: lacksOf(rights, one) })));
  if (lacking !== "") throw new AppError("forbidden", lacking);
  const taken = new Set(names);
  const made = calledFirst(anew).map((one): Coming => {
    const name = freeName(one.name, taken);
    taken.add(name);
    return { one, id: newId(), name };
  });
  const here = reached.flatMap((one): [string, string][] => (targetOf(one) === "" ? [] : [[one.id, targetOf(one)]]));
  return { made, ids: new Map([...here, ...made.map(({ one, id }): [string, string] => [one.id, id])]) };
}

interface Making {
  readonly place: MapId;
  /** By the id in the ZIP, filled as they are published: who calls one comes after it. */
  readonly versions: Map<string, string>;
  /** Said with the versions. */
  readonly note: string;
}

export interface Made {
  readonly row: FlowRow;
  readonly drawn: FlowBody;
  /** What bars its publishing; '': it is published, or was none where it comes from. */
  readonly fault: string;
}

/** All its versions are published, or none: whoever calls one of them would else be led to another. */
async function makeOne(
  deps: FlowDeps,
  context: RequestContext,
  trx: Trx,
  compId: string,
  { one, id, name }: Coming,
  { place, versions, note }: Making,
): Promise<Made> {
  const { remark, tests } = one;
  const bodyIn = ({ body }: ReadShared["texts"][number]): FlowBody => ownBody(mapBody(body, place), id);
  const { tts } = drawnOf(one);
  const drawn = bodyIn(drawnOf(one));
  await insertIn(
    trx,
    deps,
    context,
    compId,
    { id, name, flowType: flowTypes.shared, remark, tts, body: drawn, tests },
    "importZip",
  );
  let row = (await findFlow(trx, compId, id))!;
  const texts = versionsOf(one).map((text) => ({ ...text, body: bodyIn(text) }));
  for (const { body } of texts) {
    const findings = check(body, await gather(deps, trx, row, body));
    if (findings.some(isError)) return { row, drawn, fault: barred("", { findings, red: [], confused: [] }).message };
  }
  for (const { versionId, tts: voice, body } of texts) {
    const made = { flow: textOf(body), tts: voice, note, reason: "", restores: 0, testsRun: 0, testsFailed: 0 };
    row = await putVersion(deps, context, trx, row, made);
    versions.set(versionId, row.versionId);
    const line = { compId, object: "flow", action: "publish", id, name } as const;
    await deps.audit.write(trx, context, { ...line, after: { version: row.version, note, reason: "" } });
  }
  return { row, drawn, fault: "" };
}

export async function makeShared(
  deps: FlowDeps,
  context: RequestContext,
  trx: Trx,
  compId: string,
  coming: readonly Coming[],
  making: Making,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const one of coming) made.push(await makeOne(deps, context, trx, compId, one, making));
  return made;
}
