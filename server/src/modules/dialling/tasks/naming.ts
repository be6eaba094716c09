/** What a task names must be there, in the enterprise: asked when it is set, and again when it starts. */
import type { InferType } from "yup";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Trx } from "../../../ports/database.ts";
import type { taskFields, TaskType } from "@liantai/api/contract/admin";
import { thereAre, type NamedKind } from "./named-repository.ts";

type Settings = {
  readonly [
    K in
      | "timeRuleId"
      | "groupId"
      | "flowId"
      | "flowVersion"
      | "robotId"
      | "formId"
      | "intentionRuleId"
      | "handOverLevels"
      | "handOverGroupId"
      | "transferGroupId"
      | "templateId"
      | "accessNumbers"
      | "agentIds"
  ]: InferType<(typeof taskFields)[K]>;
};

/** To ask about some of it. */
export const namesNothing: Settings = {
  ...{ timeRuleId: "", groupId: "", flowId: "", robotId: "", formId: "", intentionRuleId: "", handOverGroupId: "" },
  ...{ flowVersion: 0, transferGroupId: "", templateId: "", handOverLevels: [], accessNumbers: [], agentIds: [] },
};

/** Of voice notifications; the part of dialling that has them answers. */
export type TemplateIsThere = (trx: Trx, compId: string, id: string) => Promise<boolean>;

interface Name {
  readonly path: keyof Settings;
  readonly kind: NamedKind;
  readonly id: string;
  readonly label: string;
  readonly gone: string;
  /** Said of what is there and switched off. */
  readonly off: string;
}

/** What a task may go on with that was switched off since: at its start its seats' groups go on, what leads its calls does not. */
type Keeps = (name: Pick<Name, "kind" | "id">) => boolean;
const none: Keeps = () => false;
export const startKeeps: Keeps = ({ kind }) => kind === "group";

const offTexts: Partial<Record<NamedKind, (label: string, id: string) => string>> = {
  group: (label) => `${label}已停用`,
  seat: (_label, id) => `坐席 ${id} 已停用`,
};

function namesOf(settings: Settings): readonly Name[] {
  const { timeRuleId, groupId, flowId, robotId, formId, intentionRuleId, accessNumbers, agentIds } = settings;
  const one = (path: keyof Settings, kind: NamedKind, id: string, label: string, gone = `${label}不存在`): Name[] =>
    id === "" ? [] : [{ path, kind, id, label, gone, off: offTexts[kind]?.(label, id) ?? gone }];
  return [
    ...one("timeRuleId", "timeRule", timeRuleId, "时间规则"),
    ...one("groupId", "group", groupId, "技能组"),
    ...one("flowId", "flow", flowId, "流程", "流程不存在、未发布或已停用"),
    // Tasks of before name neither.
    ...one("transferGroupId", "group", settings.transferGroupId ?? "", "转接技能组"),
    ...(settings.flowVersion > 0
      ? one("flowVersion", "flowVersion", `${flowId} ${settings.flowVersion}`, "流程版本", "流程没有这个版本")
      : []),
    ...one("robotId", "robot", robotId, "机器人", "机器人不存在或已停用"),
    ...one("formId", "form", formId, "表单", "表单不存在或未发布"),
    ...one("intentionRuleId", "intentionRule", intentionRuleId, "意向规则"),
    // Without levels its form does not show the group; tasks of before have neither.
    ...one("handOverGroupId", "group", settings.handOverLevels?.length ? settings.handOverGroupId : "", "转人工技能组"),
    ...accessNumbers.flatMap((id) =>
      one("accessNumbers", "number", id, "外显号码", `号码 ${id} 不是本企业启用中的接入号码`),
    ),
    ...agentIds.flatMap((id) => one("agentIds", "seat", id, "坐席", `坐席 ${id} 不存在`)),
  ];
}

/** What it named before it was saved. */
export function keepsOf(before: Settings): Keeps {
  const named = new Set(namesOf(before).map(({ kind, id }) => `${kind} ${id}`));
  return ({ kind, id }) => named.has(`${kind} ${id}`);
}

/** The first name that nothing has, or that is switched off and not kept; undefined: all are there. */
export async function goneOf(
  trx: Trx,
  compId: string,
  { ftype, settings }: { readonly ftype: TaskType; readonly settings: Settings },
  templateIsThere: TemplateIsThere,
  keeps: Keeps = none,
): Promise<Pick<Name, "path" | "label" | "gone"> | undefined> {
  const names = namesOf(settings);
  const there = await thereAre(trx, compId, names);
  for (const name of names) {
    const on = there.get(`${name.kind} ${name.id}`);
    if (on === undefined) return name;
    if (!on && !keeps(name)) return { ...name, gone: name.off };
  }
  if (ftype === 5 && !(await templateIsThere(trx, compId, settings.templateId)))
    return { path: "templateId", label: "通知模板", gone: "通知模板不存在" };
  return undefined;
}

/** Throws AppError 'invalid' that names the field. */
export async function refuseGone(...given: Parameters<typeof goneOf>): Promise<void> {
  const gone = await goneOf(...given);
  if (gone) throw fieldRefusal(gone.path, gone.label, gone.gone);
}
