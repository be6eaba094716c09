import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  followUpConfigApi,
  followUpSatisfactionApi,
  followUpSettingsApi,
  handFollowUpApi,
} from "@liantai/api/contract/workorder";
import { namedOptions, optionsFrom } from "@liantai/ui";
import { useMemo } from "react";
import { seatOption, useSupervises } from "../parts/seats.ts";
import { compiledOf } from "../records/parts/forms.ts";

export type FollowUpTask = ReplyOf<typeof followUpConfigApi.list>["list"][number];
export type OpenTask = ReplyOf<typeof followUpConfigApi.findById>;
export type Setting = ReplyOf<typeof followUpSettingsApi.list>["list"][number];
export type Choices = ReplyOf<typeof followUpSettingsApi.choices>;

export const tasks = queriesOf(followUpConfigApi);
export const settings = queriesOf(followUpSettingsApi);
export const byHand = queriesOf(handFollowUpApi);
export const questions = queriesOf(followUpSatisfactionApi);

type Asked = Pick<OpenTask, "formId" | "revision" | "fields">;

/** What is asked, to be drawn: the same form until the questions are others. */
export const useQuestions = ({ formId, revision, fields }: Asked) =>
  useMemo(
    () => compiledOf({ formId, version: revision + 1, name: "满意度表单", formType: "task", fields }),
    [formId, revision, fields],
  );

const pending: [] = [];
const none: Choices = { forms: pending, nodes: pending, timeRules: pending, groups: pending, seats: pending };

/** Forms, nodes, people and time rules, for administrators: agents are not asked for any. */
export function useChoices(): Choices {
  const supervises = useSupervises();
  const { data = none } = settings.choices.useQuery({ body: {} }, { skip: !supervises });
  return data;
}

export const optionsOf = (list: readonly { readonly id: string; readonly name: string }[]) =>
  namedOptions(list === pending ? undefined : list);
export const seatOptions = (seats: Choices["seats"]) =>
  optionsFrom(seats === pending ? undefined : seats, ({ id, name }) => seatOption(id, name));
