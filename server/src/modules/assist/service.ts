/** 坐席辅助 as the page asks it: whether a talk is listened to, what was said in it, and what the enterprise wants noticed. */
import { AppError, ctiErrors, isSeat, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { livePages, type assistApi } from "@liantai/api/contract/admin";
import type { AssistProcess } from "@liantai/api/contract/assist";
import { flowTypes } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import { flowExists, namableFlows } from "../flows/index.ts";
import { followableSeats } from "../seats/index.ts";
import { serviceOf } from "../service.ts";
import { shownText } from "./present.ts";
import { phrasesOf, type Recogniser } from "./recogniser.ts";
import { entriesOf, knowledgeOf, processOf, saveSetting, settingOf, warningsOfCall } from "./repository.ts";

interface ServiceDeps extends Pick<AdministrationDeps, "ports" | "audit" | "auth" | "engine"> {
  readonly recogniser?: Pick<Recogniser, "name" | "prepare"> | undefined;
}

type Body<K extends keyof typeof assistApi> = BodyOf<(typeof assistApi)[K]>;
type Reply<K extends keyof typeof assistApi> = ReplyOf<(typeof assistApi)[K]>;

async function order(deps: ServiceDeps, caller: Caller, callId: string, what: "listen" | "stop"): Promise<null> {
  const { code, msg } = await deps.engine.assist(caller.compId, caller.agentId ?? "", callId, { do: what });
  if (code === 1) return null;
  const why = msg ?? (code === -404 ? "没有这个通话，或不是您的通话" : (ctiErrors[code] ?? ""));
  throw new AppError(code === -404 ? "notFound" : "refused", what === "listen" ? `推流失败！${why}` : why);
}

const push = (deps: ServiceDeps, { caller }: RequestContext, callId: string) => order(deps, caller, callId, "listen");
const stop = (deps: ServiceDeps, { caller }: RequestContext, callId: string) => order(deps, caller, callId, "stop");

/** Whose talks the caller reads: his own; others' with 通话详情 or a page that shows seats live, within his groups. */
async function readable({ ports, auth }: ServiceDeps, caller: Caller): Promise<ReadonlySet<string>> {
  const own = isSeat(caller) && caller.agentId !== null ? [caller.agentId] : [];
  const may = (await auth.mayPress(caller, "callrecord.detail")) || (await auth.maySee(caller, livePages));
  if (!may) return new Set(own);
  const { compId } = caller;
  return new Set([...own, ...(await ports.database.tenant(compId, (trx) => followableSeats(trx, compId, caller)))]);
}

async function msg(deps: ServiceDeps, { caller }: RequestContext, { callId }: Body<"msg">): Promise<Reply<"msg">> {
  const seats = await readable(deps, caller);
  const hide = hidesNumbers(caller);
  const rows = await deps.ports.database.tenant(caller.compId, (trx) => entriesOf(trx, caller.compId, callId));
  return rows
    .filter(({ agentId }) => seats.has(agentId))
    .map(({ id, agentId, side, text, startedAt, endedAt, muteMs, chipin, speed, badWords }) => ({
      id,
      agentId,
      type: side,
      text: shownText(text, hide),
      startTime: startedAt.getTime(),
      endTime: endedAt.getTime(),
      mute: muteMs,
      chipin: chipin === 1 ? 1 : 0,
      speed,
      badWords: [...badWords],
      badWord: badWords.length > 0 ? 1 : 0,
    }));
}

async function warn(deps: ServiceDeps, { caller }: RequestContext, { callId }: Body<"warn">): Promise<Reply<"warn">> {
  const seats = await readable(deps, caller);
  const rows = await deps.ports.database.tenant(caller.compId, (trx) => warningsOfCall(trx, caller.compId, callId));
  return rows
    .filter(({ agentId }) => seats.has(agentId))
    .map(({ id, agentId, kind, at, text, entryId }) => ({ id, agentId, kind, time: at.getTime(), text, entryId }));
}

const noProcess: AssistProcess = {
  flowId: "",
  flowData: { name: "", steps: [] },
  nodeData: { nodeId: "", content: "" },
};

async function process(
  { ports, engine }: ServiceDeps,
  { caller: { compId, agentId } }: RequestContext,
  { callId }: Body<"process">,
): Promise<Reply<"process">> {
  if (agentId === null) return [];
  const found = await ports.database.tenant(compId, (trx) => processOf(trx, { compId, callId, agentId }));
  // An engine that does not answer listens to nobody; what is followed is known without it.
  const answer = await engine.assist(compId, agentId, callId, { do: "listening" }).catch(() => undefined);
  const listening = answer?.fields?.["listening"] === "1" ? 1 : 0;
  if (!found && listening === 0) return [];
  const { flowId, flowData, nodeData } = found ?? noProcess;
  return [{ flowId, flowData: { name: flowData.name, steps: [...flowData.steps] }, nodeData, listening }];
}

async function setting(
  { ports, recogniser }: ServiceDeps,
  { caller }: RequestContext,
  { compId }: Body<"setting">,
): Promise<Reply<"setting">> {
  const whose = compOf(caller, compId);
  const { flowId: _flow, words, ...found } = await ports.database.tenant(whose, (trx) => settingOf(trx, whose));
  return {
    ...found,
    enabled: found.enabled === 1 ? 1 : 0,
    chipin: found.chipin === 1 ? 1 : 0,
    words: [...words],
    listener: recogniser?.name ?? "",
  };
}

/** Two at once: the later one stands, whole. */
async function change(
  { ports, audit, recogniser }: ServiceDeps,
  context: RequestContext,
  named: string | undefined,
  what: Partial<Omit<Body<"saveSetting">, "compId">> & { readonly flowId?: string },
): Promise<null> {
  const compId = compOf(context.caller, named);
  const phrases = await ports.database.tenant(compId, async (trx) => {
    const before = await settingOf(trx, compId);
    if (what.flowId && !(await flowExists(trx, compId, what.flowId, flowTypes.assist)))
      throw fieldRefusal("flowId", "坐席辅助流程", "请选择已发布、已启用的坐席辅助流程");
    const words = what.words && [...new Set(what.words)];
    const after = { ...before, ...what, ...(words ? { words } : {}) };
    await saveSetting(trx, compId, after);
    await audit.write(trx, context, {
      compId,
      object: "assist",
      action: "update",
      id: compId,
      name: "坐席辅助",
      before: { ...before, words: before.words.join("、") },
      after: { ...after, words: after.words.join("、") },
    });
    return after.enabled === 1 ? phrasesOf(after.words, await knowledgeOf(trx, compId)) : [];
  });
  if (phrases.length > 0) void recogniser?.prepare(compId, phrases);
  return null;
}

const save = (deps: ServiceDeps, context: RequestContext, { compId, ...what }: Body<"saveSetting">) =>
  change(deps, context, compId, what);

const saveFlow = (deps: ServiceDeps, context: RequestContext, { compId, flowId }: Body<"saveRobotCode">) =>
  change(deps, context, compId, { flowId });

async function flow({ ports }: ServiceDeps, { caller }: RequestContext, { compId }: Body<"robotCode">) {
  const whose = compOf(caller, compId);
  return ports.database.tenant(whose, async (trx) => ({
    flowId: (await settingOf(trx, whose)).flowId,
    flows: await namableFlows(trx, whose, flowTypes.assist),
  }));
}

export const createAssistService = (deps: ServiceDeps) =>
  serviceOf(deps, { push, stop, msg, warn, process, setting, save, flow, saveFlow });
