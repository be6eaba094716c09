/** 引擎分配: which enterprise uses which engines, and what it may choose from. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { providerOf, type engineAllotApi, type engineApi, type EngineKind } from "@liantai/api/contract/flow-editor";
import { compListOf, compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import type { EngineVoice } from "../../ports/speech.ts";
import type { AdministrationDeps } from "../deps.ts";
import { voicesOf } from "./managing.ts";
import {
  allottedEngines,
  builtInRows,
  enginesOf,
  listEnterprises,
  lockEnterprise,
  replaceAllotment,
  type AllottedEngine,
  type EngineRow,
} from "./repository.ts";

type Deps = Pick<AdministrationDeps, "ports" | "audit">;
type Allot = BodyOf<typeof engineAllotApi.allot>;

const shown = ({ id, name, enabled, voice, speed, volume, pitch }: AllottedEngine) => ({
  engineId: id,
  engineName: name,
  enabled,
  voice,
  speed,
  volume,
  pitch,
});

export async function allotList(
  { ports }: Deps,
  body: BodyOf<typeof engineAllotApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof engineAllotApi.list>> {
  const companies = compListOf(caller, body.compId);
  // system: operators read over several enterprises; compListOf has decided which.
  return ports.database.system(async (trx) => {
    const { rows, total } = await listEnterprises(trx, companies, body);
    const all = await allottedEngines(
      trx,
      rows.map(({ compId }) => compId),
    );
    const of = (compId: string, kind: EngineKind) =>
      all.filter((row) => row.compId === compId && row.kind === kind).map(shown);
    const list = rows.map(({ compId, name }) => ({
      compId,
      compName: name,
      tts: of(compId, "tts"),
      asr: of(compId, "asr"),
    }));
    return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
  });
}

/** Throws AppError for an engine of the other kind, or a voice that it does not have. */
function checked(given: Allot, found: readonly EngineRow[], builtInVoices: readonly EngineVoice[]) {
  return given.engines.map(({ engineId, voice = "", speed, volume, pitch }, rank) => {
    const engine = found.find(({ id }) => id === engineId);
    if (!engine) throw fieldRefusal("engines", "引擎", "所选引擎不存在");
    if (engine.kind !== given.kind) throw fieldRefusal("engines", "引擎", `引擎“${engine.name}”不是所选的用途`);
    const voices = voicesOf(engine, builtInVoices);
    if (voice !== "" && voices.length > 0 && !voices.some(({ name }) => name === voice))
      throw fieldRefusal("engines", "发音人", `引擎“${engine.name}”没有发音人“${voice}”`);
    return { engineId, rank, voice, speed, volume, pitch };
  });
}

export async function allot({ ports, audit }: Deps, body: Allot, context: RequestContext): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  const builtInVoices = await ports.speech.voices();
  // system: what an enterprise uses is the operators' to say; it may only read it.
  return ports.database.system(async (trx) => {
    const enterprise = await lockEnterprise(trx, compId);
    if (!enterprise) throw new AppError("notFound", "企业不存在");
    const before = (await allottedEngines(trx, [compId])).filter(({ kind }) => kind === body.kind);
    const found = await enginesOf(
      trx,
      body.engines.map(({ engineId }) => engineId),
    );
    const rows = checked(body, found, builtInVoices);
    await replaceAllotment(trx, compId, body.kind, rows);
    const names = (of: readonly string[]): string => of.join("、");
    await audit.write(trx, context, {
      compId,
      object: "engineAllot",
      action: "update",
      id: compId,
      name: enterprise.name,
      before: { [body.kind]: names(before.map(({ name }) => name)) },
      after: { [body.kind]: names(rows.map(({ engineId }) => found.find(({ id }) => id === engineId)!.name)) },
    });
    return { count: rows.length };
  });
}

/** What the enterprise may use: what was allotted and is enabled, in order; of a kind without any, the built-in one. */
export const usableEngines = ({ database }: Pick<Ports, "database">, compId: string) =>
  // system: engines belong to the installation, the rows are this enterprise's.
  database.system(async (trx) => {
    const own = (await allottedEngines(trx, [compId])).filter(({ enabled }) => enabled === 1);
    const builtIn = (await builtInRows(trx)).filter(({ kind }) => !own.some((row) => row.kind === kind));
    return [...own, ...builtIn.map((row) => ({ ...row, voice: "" }))];
  });

export async function options(
  { ports }: Deps,
  body: BodyOf<typeof engineApi.options>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof engineApi.options>> {
  const compId = compOf(caller, body.compId);
  const builtInVoices = await ports.speech.voices();
  const usable = await usableEngines(ports, compId);
  const wanted = usable.filter(({ kind }) => !body.kind || kind === body.kind);
  const from = (body.pageNo - 1) * body.pageSize;
  const list = wanted.slice(from, from + body.pageSize).map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    builtIn: providerOf(row.provider).builtIn,
    note: providerOf(row.provider).note,
    voices: voicesOf(row, builtInVoices),
    defaultVoice: row.voice,
  }));
  return { list, total: wanted.length, pageNo: body.pageNo, pageSize: body.pageSize };
}
