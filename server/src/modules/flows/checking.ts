/** What is wrong with a flow: the engine's own validator, told what there is in the enterprise. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { flowVersionApi } from "@liantai/api/contract/flow-editor";
import { flowTypes, sharedCalls, validate, type FlowBody, type Surroundings } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { columnsAround } from "./contents/look-up.ts";
import type { FlowDeps } from "./deps.ts";
import { bodyOf, keptBody } from "./reading.ts";
import type { FlowRow } from "./repository.ts";
import { known } from "./rows.ts";
import { callersTold } from "./shared-callers.ts";
import { sharedIn } from "./shared.ts";
import { expressionError, expressionFails, expressionNames } from "./expressions.ts";
import { patternError } from "./patterns.ts";
import { chosenSurvey } from "./survey-repository.ts";
import { thingsAround } from "./surroundings.ts";

type Api = typeof flowVersionApi;
export type Finding = ReplyOf<Api["validate"]>["findings"][number];

export const isError = ({ severity }: Pick<Finding, "severity">): boolean => severity === "error";

/** In one transaction: what there is. The check itself needs none, and takes its time beside it. */
export async function gather(
  { neighbours }: FlowDeps,
  trx: Trx,
  { compId, id: flowId, name, flowType }: Pick<FlowRow, "compId" | "id" | "name" | "flowType">,
  body: FlowBody,
): Promise<Surroundings> {
  const things = (await thingsAround(neighbours, trx, compId)).all;
  const intents = await Promise.all(neighbours.map((each) => each.intents?.(trx, compId) ?? {}));
  const engines = await Promise.all(neighbours.flatMap((each) => each.engines?.(trx, compId) ?? []));
  const { variableForm } = body;
  const faults =
    variableForm === "" ? [] : await Promise.all(neighbours.map((each) => each.formFault?.(trx, compId, variableForm)));
  const formFault = faults.find((fault) => fault !== undefined);
  const of = (kind: string) => things.filter((thing) => thing.kind === kind);
  const kinds = [...new Set(things.map(({ kind }) => kind))];
  const entries = (kind: string) =>
    of(kind).map(({ id, name, enabled }) => [id, { name, enabled: enabled === 1 }] as const);
  return {
    existing: Object.fromEntries(kinds.map((kind) => [kind, Object.fromEntries(entries(kind))])),
    // A sound gets its length from the converter; one that came in without it has none.
    voices: Object.fromEntries(
      of("voice").map(({ id, name, durationMs }) => [id, { name, converted: durationMs > 0 }]),
    ),
    intents: Object.assign({}, ...intents),
    columns: await columnsAround(trx, compId),
    engines: engines[0] ?? { speaks: true, listens: "any" },
    ...(formFault === undefined ? {} : { formFault }),
    // A version is whole (decision 079): calls that are in one keep its sub-processes, so a draft may lose any. What other flows call of
    // this one are its versions; what a new one does to them callersTold says, and deletion is refused (G125).
    inUse: [],
    survey: (await chosenSurvey(trx, compId))?.id === flowId,
    shared: await sharedIn(trx, compId, sharedCalls(body)),
    ...(flowType === flowTypes.shared ? { self: { flowId, name } } : {}),
    expressionError: (text, variables, use) => expressionError(text, new Set([...variables, ...outside]), use),
    expressionNames,
    expressionFails,
    patternError,
  };
}

/** Fields of these are known when the call is there. */
const outside = ["formData", "customer"];

export const check = (body: FlowBody, surroundings: Surroundings): Finding[] => [...validate(body, surroundings)];

/** Of the draft, or of a text that is not saved yet. */
export async function validateDraft(
  deps: FlowDeps,
  { id, flow: text, compId: given }: BodyOf<Api["validate"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["validate"]>> {
  const compId = compOf(caller, given);
  const read = text ? bodyOf(text) : undefined;
  const { body, around, told } = await deps.ports.database.tenant(compId, async (trx) => {
    const flow = await known(trx, compId, id);
    const asked = read ?? keptBody(flow.draft);
    const surroundings = await gather(deps, trx, flow, asked);
    return { body: asked, around: surroundings, told: await callersTold(trx, flow, asked, surroundings) };
  });
  return { findings: [...check(body, around), ...told] };
}
