/** The form of a task: the fields of its kind, in sections. */
import { Stack } from "@chakra-ui/react";
import { taskAddBody, taskFields, type TaskType } from "@liantai/api/contract/admin";
import { object } from "yup";
import { useCommonOptions } from "../parts/choices.ts";
import type { Task } from "../parts/queries.ts";
import { BasicFields, CallFields, ListFields, RetryFields, TimeFields } from "./common.tsx";
import { RecipeFields } from "./recipes.tsx";
import { specialFields } from "./special.tsx";

const names = Object.keys(taskFields) as (keyof typeof taskFields)[];
const blank = object(taskFields).omit(["taskIdentity", "ftype"]).getDefault();

/** What is changed of a task: what its kind does not show stays as it is. */
export const taskValues = (task: Task | undefined, ftype: TaskType): Record<string, unknown> =>
  task
    ? Object.fromEntries(names.map((name) => [name, task[name]]))
    : { ...blank, retries: blank.retries?.map((rule) => ({ ...rule })), taskIdentity: "", ftype };

/** The contract's body, its test of the kind included. */
export const taskSchema = taskAddBody;

export function TaskFields({ ftype }: { readonly ftype: TaskType }) {
  const options = useCommonOptions();
  const Special = specialFields[ftype];
  return (
    <Stack gap="4">
      <BasicFields />
      <Special {...options} />
      <TimeFields timeRules={options.timeRules} />
      <CallFields ftype={ftype} />
      <ListFields />
      <RetryFields />
      <RecipeFields ftype={ftype} seats={options.seats} />
    </Stack>
  );
}
