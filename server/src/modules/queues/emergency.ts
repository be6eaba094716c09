/** 应急开关. Each press stands in the operation log and is told to everybody of the enterprise. */
import { AppError, isAdministrator, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  emergencyActions,
  emergencySubjects,
  type emergencyApi,
  type EmergencySubject,
} from "@liantai/api/contract/admin";
import { flowTypes } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { serviceOf } from "../service.ts";
import { flowNames, namableFlows } from "../flows/index.ts";
import { describeTarget } from "../numbers/index.ts";
import { publish } from "../topics.ts";
import { isThere, numbersInService, switchesOn, switchOff, switchOn } from "./emergency-repository.ts";
import { within } from "./scope.ts";
import { actorOf } from "./queue-list.ts";
import { dispatchQueues, seatsInService, watchedGroups } from "./repository.ts";

type Api = typeof emergencyApi;
type Choices = ReplyOf<Api["choices"]>;
type Switch = ReplyOf<Api["list"]>[number];
type Leads = BodyOf<Api["set"]>["target"];

/** Names in a message; of more than these the first and how many. */
const namedMost = 3;

/** off: with groups that were switched off since, whose switch is put back all the same. */
async function choicesOf(trx: Trx, compId: string, caller: Caller, off = false): Promise<Choices> {
  const numbers = isAdministrator(caller) ? await numbersInService(trx, compId) : [];
  const own = await watchedGroups(trx, compId, await within(trx, compId, caller), off);
  const groups = await watchedGroups(trx, compId, undefined);
  const label = ({ id, name }: { readonly id: string; readonly name: string }) => ({ id, label: name });
  return {
    number: numbers.map(({ number, title }) => ({ id: number, label: title === "" ? number : `${number} ${title}` })),
    group: own.map(label),
    skillGroup: groups.map(label),
    dispatchQueue: (await dispatchQueues(trx, compId)).map(label),
    seat: (await seatsInService(trx, compId)).map(({ agentId, name }) => ({
      id: agentId,
      label: `${name}（${agentId}）`,
    })),
    flow: (await namableFlows(trx, compId, flowTypes.ivr)).map(label),
  };
}

const choices = (
  { ports }: AdministrationDeps,
  body: BodyOf<Api["choices"]>,
  { caller }: RequestContext,
): Promise<Choices> => {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, (trx) => choicesOf(trx, compId, caller));
};

async function presented(trx: Trx, row: Awaited<ReturnType<typeof switchesOn>>[number]): Promise<Switch> {
  const { compId, subject, subjectId: id, targetKind: kind, targetId } = row;
  const target = { kind, id: targetId };
  const leads = kind !== "none";
  return {
    ...{ subject, id, action: row.action, text: row.text, target, at: row.onAt.getTime(), by: row.onBy },
    name: subject === "number" ? id : ((await describeTarget(trx, compId, { kind: subject, id })).name ?? ""),
    gone: leads && !(await isThere(trx, compId, kind, targetId)) ? 1 : 0,
    targetName: leads ? (await describeTarget(trx, compId, target)).text : "",
  };
}

async function list(
  { ports }: AdministrationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const rows = await switchesOn(trx, compId);
    const described = [];
    for (const row of rows) described.push(await presented(trx, row));
    return described;
  });
}

/** The subject's name. Refused where it is none of the caller's. */
function subjectOf(known: Choices, subject: EmergencySubject, id: string): string {
  const found = known[subject === "number" ? "number" : "group"].find((choice) => choice.id === id);
  if (!found) throw new AppError("notFound", `${emergencySubjects[subject]}不存在，或不在您的管理范围内`);
  return found.label;
}

interface Switched {
  readonly compId: string;
  readonly subject: EmergencySubject;
  readonly things: readonly { readonly id: string; readonly name: string }[];
  readonly what: string;
}

/** Everybody is told, once a press; those who wait there go where it leads now. */
async function tell(
  deps: AdministrationDeps,
  { caller }: RequestContext,
  { compId, subject, things, what }: Switched,
): Promise<void> {
  const several = things.length > 1 ? `-${deps.ports.clock.now()}` : "";
  const names = things.map(({ name }) => name);
  const named = names.length > namedMost ? `${names[0]!}等${names.length}个` : names.join("、");
  await publish(deps.ports.broker, "message.send", {
    to: { compId },
    message: {
      type: "msgNotify",
      id: `emergency-${subject}-${things[0]!.id}${several}`,
      title: `应急开关：${emergencySubjects[subject]}${named}`,
      text: `${caller.nickName}${what}`,
      level: "warning",
      sound: true,
    },
  });
  await Promise.all(
    things.map(({ id }) => deps.engine.emergency(compId, subject, id, actorOf(caller), caller.nickName)),
  );
}

/** Where a press leads. Refused where that is not there. */
function leadsTo(known: Choices, { action, target }: BodyOf<Api["set"]>): Leads {
  if (action !== "target") return { kind: "none", id: "" };
  if (target.kind !== "none" && !known[target.kind as "skillGroup"].some((choice) => choice.id === target.id))
    throw fieldRefusal("target.id", "转到", "要转到的目标不存在或已停用");
  return target;
}

async function set(deps: AdministrationDeps, body: BodyOf<Api["set"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const { subject, action } = body;
  const { database, clock } = deps.ports;
  // In one order, so that two presses on the same ones do not wait for each other.
  const ids = [...new Set([body.id, ...body.subjectIds])].filter((id) => id !== "").sort();
  const things = await database.tenant(compId, async (trx) => {
    const known = await choicesOf(trx, compId, caller);
    const found = ids.map((id) => ({ id, name: subjectOf(known, subject, id) }));
    const leads = leadsTo(known, body);
    if (leads.kind === subject && ids.includes(leads.id)) throw fieldRefusal("target.id", "转到", "不能转到自己");
    const text = action === "announce" ? body.text : "";
    const after = {
      way: emergencyActions[action],
      ...(text ? { text } : {}),
      ...(leads.kind === "none" ? {} : { target: (await describeTarget(trx, compId, leads)).text }),
    };
    const onAt = new Date(clock.now());
    for (const { id, name } of found) {
      // He would come out of it where he came in, again and again.
      if (
        leads.kind === "flow" &&
        subject === "skillGroup" &&
        (await flowNames(trx, compId, leads.id, "skillGroup", id))
      )
        throw fieldRefusal("target.id", "转到", `该流程会转入技能组「${name}」，不能作为它的应急去向`);
      const row = { compId, subject, subjectId: id, action, text, targetKind: leads.kind, targetId: leads.id };
      await switchOn(trx, { ...row, onAt, onBy: caller.nickName });
      await deps.audit.write(trx, context, { compId, object: "emergency", action: "switchOn", id, name, after });
    }
    return found;
  });
  await tell(deps, context, { compId, subject, things, what: `已启用：${emergencyActions[action]}` });
  return null;
}

async function clear(deps: AdministrationDeps, body: BodyOf<Api["clear"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const { subject, id } = body;
  const name = await deps.ports.database.tenant(compId, async (trx) => {
    const found = subjectOf(await choicesOf(trx, compId, caller, true), subject, id);
    if (!(await switchOff(trx, compId, subject, id))) throw new AppError("notFound", "应急开关已经恢复");
    await deps.audit.write(trx, context, { compId, object: "emergency", action: "switchOff", id, name: found });
    return found;
  });
  await tell(deps, context, { compId, subject, things: [{ id, name }], what: "已恢复" });
  return null;
}

export const createEmergency = (deps: AdministrationDeps) => serviceOf(deps, { list, choices, set, clear });
