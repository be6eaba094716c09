/** 满意度表单: what follow-ups of a form ask, and how answers are looked at. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  defaultQuestions,
  followUpLimits,
  questionTypes,
  type followUpSatisfactionApi,
  type RecordValues,
} from "@liantai/api/contract/workorder";
import {
  checkRecord,
  compileForm,
  readDefinition,
  validateDefinition,
  valueInWords,
  type FieldValue,
  type FormDefinition,
  type FormField,
} from "@liantai/api/forms";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { serviceOf } from "../service.ts";
import type { FollowUpDeps } from "./deps.ts";
import { findQuestions, formIsThere, putQuestions } from "./questions-repository.ts";

type Api = typeof followUpSatisfactionApi;
type Deps = Pick<FollowUpDeps, "ports" | "audit">;

export interface Questions {
  readonly fields: readonly FormField[];
  readonly revision: number;
}

export async function questionsOf(trx: Trx, compId: string, formId: string): Promise<Questions> {
  const row = await findQuestions(trx, compId, formId);
  return { fields: row?.fields ?? defaultQuestions, revision: row?.revision ?? 0 };
}

export const definitionOf = (formId: string, fields: readonly FormField[]): FormDefinition => ({
  ...{ formId, version: 1, name: "满意度表单", formType: "task", fields },
});

const wrong = (message: string) => fieldRefusal("fields", "问题", message);

/** Throws a refusal of `fields`. */
function typedQuestions(formId: string, typed: readonly FormField[]): readonly FormField[] {
  if (typed.length > followUpLimits.questions) throw wrong(`最多${followUpLimits.questions}个问题`);
  const read = readDefinition(definitionOf(formId, typed));
  const faults = read.definition ? validateDefinition(read.definition) : read.faults;
  if (!read.definition || faults.length > 0)
    throw wrong(
      faults
        .slice(0, 3)
        .map(({ message }) => message)
        .join("；"),
    );
  const strange = read.definition.fields.find(({ type, ext }) => !Object.hasOwn(questionTypes, type) || ext);
  if (strange) throw wrong(`问题“${strange.label}”只能是单选、多选或文本`);
  return read.definition.fields;
}

export interface Answered {
  readonly values: RecordValues;
  /** In words: 满意度：满意；是否解决：已解决. */
  readonly words: string;
}

/** Throws AppError 'invalid' naming answers.KEY. */
export function checkedAnswers(
  formId: string,
  fields: readonly FormField[],
  given: RecordValues,
  now: number,
): Answered {
  const form = compileForm(definitionOf(formId, fields));
  const { values, faults } = checkRecord(form, given, { now });
  if (faults.length > 0) {
    const told = faults.map(({ field, message }) => {
      const label = form.byName.get(field)?.label ?? field;
      return { path: `answers.${field}`, label, message };
    });
    const [first] = told;
    throw new AppError("invalid", first && `${first.label}：${first.message}`, { fields: told });
  }
  const words = form.fields
    .filter(({ name }) => Object.hasOwn(values, name))
    .map((field) => [field.label, valueInWords(field, values[field.name] as FieldValue)] as const)
    .filter(([, text]) => text !== "")
    .map(([label, text]) => `${label}：${text}`);
  return { values, words: words.join("；") };
}

async function find(
  { ports }: Deps,
  { compId: asked, formId }: BodyOf<Api["find"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["find"]>> {
  const compId = compOf(caller, asked);
  return ports.database.tenant(compId, async (trx) => {
    if ((await formIsThere(trx, compId, formId)) === undefined) throw new AppError("notFound", "表单不存在或已被删除");
    const row = await findQuestions(trx, compId, formId);
    if (!row) return { formId, fields: defaultQuestions, revision: 0, updateTime: "", updatedBy: "" };
    const { fields, revision, updatedAt, updatedBy } = row;
    return { formId, fields, revision, updateTime: formatTime(updatedAt), updatedBy };
  });
}

async function save(
  { ports, audit }: Deps,
  { compId: asked, formId, fields: typed, revision }: BodyOf<Api["save"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["save"]>> {
  const { caller } = context;
  const compId = compOf(caller, asked);
  const fields = typedQuestions(formId, typed);
  return ports.database.tenant(compId, async (trx) => {
    const name = await formIsThere(trx, compId, formId);
    if (name === undefined) throw new AppError("notFound", "表单不存在或已被删除");
    const before = await findQuestions(trx, compId, formId);
    const by = { updatedAt: new Date(ports.clock.now()), updatedBy: caller.nickName };
    const written = await putQuestions(trx, { compId, formId, fields, ...by }, revision);
    if (written === undefined)
      throw new AppError("conflict", `满意度表单已被${before?.updatedBy || "他人"}修改，请重新打开`);
    const words = (list: readonly FormField[]) => ({ questions: list.map(({ label }) => label).join("、") });
    await audit.write(trx, context, {
      ...{ compId, object: "followUpForm", action: "update", id: formId, name },
      before: words(before?.fields ?? defaultQuestions),
      after: { ...words(fields), revision: written },
    });
    return { revision: written };
  });
}

export const createQuestions = (deps: Deps) => serviceOf(deps, { find, save });
