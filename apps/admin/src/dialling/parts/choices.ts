/** What the fields of a task choose from: what the enterprise has already. */
import { queriesOf } from "@liantai/api/client";
import { voiceNoticeApi } from "@liantai/api/contract/admin";
import { customerFormConfApi, intentionRuleApi, robotAgentApi } from "@liantai/api/contract/dialling-surroundings";
import type { Option } from "@liantai/ui";
import { accessNumbers } from "../../parts/queries.ts";
import { noChoices, optionsOf, type Choices } from "../../parts/target-fields.tsx";
import { dialTimes, taskAccessNumbers, tasks } from "./queries.ts";

const robots = queriesOf(robotAgentApi);
const rules = queriesOf(intentionRuleApi);
const forms = queriesOf(customerFormConfApi);
const templates = queriesOf(voiceNoticeApi);

const everything = { pageNo: 1, pageSize: 200 } as const;
const namesOf = (list: readonly { readonly id: string; readonly name: string }[] | undefined): Option[] =>
  (list ?? []).map(({ id, name }) => ({ value: id, label: name }));

export function useChoices(): Choices {
  const { data = noChoices } = accessNumbers.choices.useQuery({ body: {} });
  return data;
}

export interface CommonOptions {
  readonly skillGroups: readonly Option[];
  readonly seats: readonly Option[];
  readonly flows: readonly Option[];
  readonly timeRules: readonly Option[];
}

export function useCommonOptions(): CommonOptions {
  const { skillGroup, seat, flow, timeRule } = useChoices();
  return {
    skillGroups: optionsOf(skillGroup),
    seats: optionsOf(seat),
    flows: optionsOf(flow),
    timeRules: optionsOf(timeRule),
  };
}

export function useRobotOptions(): readonly Option[] {
  const { data } = robots.list.useQuery({ body: { ...everything } });
  // One that is disabled takes no calls.
  return namesOf(data?.list.filter(({ enabled }) => enabled === 1));
}

export function useRuleOptions(): readonly Option[] {
  return namesOf(rules.list.useQuery({ body: { ...everything } }).data?.list);
}

/** Forms of tasks that were published. */
export function useFormOptions(): readonly Option[] {
  const { data } = forms.list.useQuery({ body: { ...everything, formType: "task" } });
  return namesOf(data?.list.filter(({ version }) => version > 0));
}

/** Numbers that tasks may show; one that rests for now says so. */
export function useDisplayedOptions(): readonly Option[] {
  const { data } = taskAccessNumbers.list.useQuery({ body: { ...everything } });
  return (data?.list ?? []).map(({ number, title, rests }) => ({
    value: number,
    label: [number, title && `（${title}）`, rests && `，暂停外显：${rests}`].filter(Boolean).join(""),
  }));
}

/** In which hours the enterprise may dial, in words. */
export function useLegalHours(): string {
  const { data } = dialTimes.list.useQuery({ body: {} });
  return data ? `${data.from}–${data.to}` : "";
}

export function useTemplateOptions(): readonly Option[] {
  return namesOf(templates.list.useQuery({ body: { ...everything } }).data?.list);
}

export interface RecipeOptions {
  readonly tasks: readonly Option[];
  readonly sms: readonly Option[];
  readonly flows: readonly Option[];
}

/** What recipes may name. */
export function useRecipeOptions(): RecipeOptions {
  const { data } = tasks.recipeChoices.useQuery({ body: {} });
  return { tasks: namesOf(data?.tasks), sms: namesOf(data?.sms), flows: namesOf(data?.flows) };
}
