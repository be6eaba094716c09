/** What a call is led through: the version that its caller's number falls to, compiled. The runtime of calls asks here. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { flowResolvingApi } from "@liantai/api/contract/flow-editor";
import { flowTypes, type FlowType, type Program } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { FlowDeps } from "./deps.ts";
import { pickVersion } from "./picking.ts";
import { keptBody } from "./reading.ts";
import type { Links } from "./programs.ts";
import { findFlow, type FlowRow } from "./repository.ts";
import { known } from "./rows.ts";
import { programOf } from "./shared.ts";
import { tellPublished } from "./telling.ts";
import { findVersion, sharesOf, type VersionRow } from "./versions-repository.ts";

type Api = typeof flowResolvingApi;

export interface Resolved {
  readonly program: Program;
  readonly versionId: string;
}

type Given = Pick<FlowDeps, "programs"> & { readonly ports: Pick<FlowDeps["ports"], "database"> };

async function versionFor(trx: Trx, flow: FlowRow, callerNumber: string): Promise<VersionRow | undefined> {
  const { compId, id, versionId } = flow;
  const shared = pickVersion(await sharesOf(trx, compId, id), callerNumber, id) ?? versionId;
  return shared === "" ? undefined : findVersion(trx, compId, shared);
}

/**
 * undefined: it is not there, was never published, or is a shared sub-process, in which no call begins. One that is switched off still
 * takes the calls that are led to it.
 */
export async function resolve(
  { ports, programs }: Given,
  compId: string,
  flowId: string,
  callerNumber: string,
): Promise<Resolved | undefined> {
  return ports.database.tenant(compId, async (trx) => {
    const flow = await findFlow(trx, compId, flowId);
    if (!flow || flow.flowType === flowTypes.shared) return undefined;
    const version = await versionFor(trx, flow, callerNumber);
    return version && { program: await programOf(programs, trx, flow.flowType, version), versionId: version.id };
  });
}

/** Of a call that is in it, with the links that it has: whatever was published since. links absent: it begins in this version now. */
export async function byVersion(
  { ports, programs }: Given,
  compId: string,
  versionId: string,
  links?: Links,
): Promise<Resolved | undefined> {
  const kept = programs.kept(compId, versionId);
  if (kept) return { program: kept, versionId };
  return ports.database.tenant(compId, async (trx) => {
    const version = await findVersion(trx, compId, versionId);
    const flow = version && (await findFlow(trx, compId, version.flowId));
    return flow && { program: await programOf(programs, trx, flow.flowType, version, links), versionId };
  });
}

/** Whether calls may be led to it: there, published, switched on, and of the type where one is wanted. */
export async function exists(trx: Trx, compId: string, flowId: string, flowType?: FlowType): Promise<boolean> {
  const flow = await findFlow(trx, compId, flowId);
  if (!flow || flow.version === 0 || flow.enabled !== 1) return false;
  return flowType === undefined ? flow.flowType !== flowTypes.shared : flow.flowType === flowType;
}

export async function transfer(
  { ports, programs }: FlowDeps,
  { flowId, callerNumber, compId: given }: BodyOf<Api["transfer"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["transfer"]>> {
  const compId = compOf(caller, given);
  return ports.database.tenant(compId, async (trx) => {
    const flow = await known(trx, compId, flowId);
    if (flow.flowType === flowTypes.shared)
      throw new AppError("refused", `公共子流程「${flow.name}」由其他流程调用，不能直接接听来电`);
    const found = await versionFor(trx, flow, callerNumber);
    if (!found) throw new AppError("refused", `流程「${flow.name}」还没有发布`);
    const { id: versionId, version, tts } = found;
    const variables = keptBody(found.flow).collectVariable.map(({ vName, vAlias, value }) => ({
      vName,
      vAlias,
      value,
    }));
    return {
      flowId,
      versionId,
      version,
      program: await programOf(programs, trx, flow.flowType, found),
      variables,
      tts,
    };
  });
}

/** Of every process: they hear it over the broker. */
export async function delCacheRedis(
  deps: FlowDeps,
  { pricessIds, compId: given }: BodyOf<Api["delCacheRedis"]>,
  context: RequestContext,
): Promise<null> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, given);
  await ports.database.tenant(compId, async (trx) => {
    const names = await Promise.all(pricessIds.map(async (id) => (await known(trx, compId, id)).name));
    const after = { flows: names.length > 0 ? names.join("、") : "全部" };
    await audit.write(trx, context, { compId, object: "flow", action: "dropPrograms", id: "", after });
  });
  await tellPublished(deps, compId, pricessIds);
  return null;
}
