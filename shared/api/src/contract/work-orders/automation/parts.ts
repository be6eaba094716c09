/** What endpoints of triggers and macros share. */
import { array, boolean, mixed, object, string } from "yup";
import { recordPages } from "../../customer-forms/parts.ts";
import type { Reader } from "../../forms/reader.ts";
import { onPages, roles } from "../../resource.ts";
import { RoleTypes } from "../../roles.ts";
import { readActions, readTriggerCondition, readWhen } from "./read.ts";
import type { AutomationAction, TriggerCondition, TriggerWhen } from "./types.ts";

/** Read in full here, so that nothing else stands in the database; the sentences are shown. */
const readField = <T extends object>(label: string, reader: Reader<T>) =>
  mixed<T>()
    .label(label)
    .test("read", `${label}格式有误`, (value, test) => {
      if (value === undefined || value === null) return true;
      const said: string[] = [];
      reader(value, (message) => said.push(message));
      return said.length === 0 || test.createError({ message: `${label}：${said.slice(0, 3).join("；")}` });
    });

export const whenField = () => readField<TriggerWhen>("触发时机", readWhen).required("请设置触发时机");
export const conditionField = () => readField<TriggerCondition>("条件", readTriggerCondition).required("请设置条件");
export const actionsField = () => readField<readonly AutomationAction[]>("动作", readActions).required("请添加动作");

export const subjectKinds = ["order", "record"] as const;
export type SubjectKind = (typeof subjectKinds)[number];
export const kindField = () =>
  string<SubjectKind>()
    .label("对象")
    .oneOf([...subjectKinds])
    .required();

/** Who sees orders or records. */
export const onSubjects = onPages(roles(RoleTypes.enterprise), ...recordPages);
export const onMacros = onPages(roles(RoleTypes.enterprise), "/workorderflow", ...recordPages);

export const linesReply = array()
  .of(object({ text: string().required(), holds: boolean().required() }))
  .required();
export const textsReply = array().of(string().required()).required();
