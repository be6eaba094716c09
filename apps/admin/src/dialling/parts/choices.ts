/** What the fields of a task choose from: what the enterprise has already. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { voiceNoticeApi, type taskAccessNumApi } from "@liantai/api/contract/admin";
import { customerFormConfApi, intentionRuleApi, robotAgentApi } from "@liantai/api/contract/dialling-surroundings";
import { namedOptions, optionsFrom, type Option } from "@liantai/ui";
import type { Answer } from "@liantai/ui/resource";
import { accessNumbers } from "../../parts/queries.ts";
import { choicesOf, noChoices } from "../../parts/target-fields.tsx";
import { dialTimes, taskAccessNumbers, tasks } from "./queries.ts";
import { shareText } from "./words.ts";

const robots = queriesOf(robotAgentApi);
const rules = queriesOf(intentionRuleApi);
const forms = queriesOf(customerFormConfApi);
const templates = queriesOf(voiceNoticeApi);

const everything = { pageNo: 1, pageSize: 9_999 } as const;

export interface CommonOptions {
  readonly skillGroups: readonly Option[];
  readonly seats: readonly Option[];
  readonly flows: readonly Option[];
  readonly timeRules: readonly Option[];
  /** That all of them came with. */
  readonly answer: Answer;
}

export function useCommonOptions(): CommonOptions {
  const answer = accessNumbers.choices.useQuery({ body: {} });
  const choices = answer.data ?? noChoices;
  return {
    answer,
    skillGroups: choicesOf("skillGroup", choices),
    seats: choicesOf("seat", choices),
    flows: choicesOf("flow", choices),
    timeRules: choicesOf("timeRule", choices),
  };
}

export function useRobotOptions(): readonly Option[] {
  return namedOptions(robots.list.useQuery({ body: { ...everything } }).data?.list);
}

export function useRuleOptions(): readonly Option[] {
  return namedOptions(rules.list.useQuery({ body: { ...everything } }).data?.list);
}

/** Forms of tasks that were published. */
export function useFormOptions(): readonly Option[] {
  const { data } = forms.list.useQuery({ body: { ...everything, formType: "task" } });
  return namedOptions(data?.list.filter(({ version }) => version > 0));
}

type Displayed = ReplyOf<typeof taskAccessNumApi.list>["list"][number];

/** With what came of its calls of the last 7 days, and why it rests for now. */
function displayedText({ number, title, calls, answered, quick, complaints, rests }: Displayed): string {
  const told = [
    calls > 0 && `近7天接通${shareText(answered, calls)}`,
    quick > 0 && `秒挂${shareText(quick, answered)}`,
    complaints > 0 && `拒绝投诉${complaints}次`,
    rests && `暂停外显：${rests}`,
  ].filter(Boolean);
  return [number, title && `（${title}）`, told.length > 0 && `，${told.join("，")}`].filter(Boolean).join("");
}

/** Numbers that tasks may show. */
export function useDisplayedChoices() {
  const answer = taskAccessNumbers.list.useQuery({ body: { ...everything } });
  const options = optionsFrom(answer.data?.list, (row) => ({ value: row.number, label: displayedText(row) }));
  return { options, answer };
}

/** In which hours the enterprise may dial, in words. */
export function useLegalHours(): string {
  const { data } = dialTimes.list.useQuery({ body: {} });
  return data ? `${data.from}–${data.to}` : "";
}

/** asked: whoever sees no notifications may not read them. */
export function useTemplateOptions(asked = true): readonly Option[] {
  return namedOptions(templates.list.useQuery({ body: { ...everything } }, { skip: !asked }).data?.list);
}

export interface RecipeOptions {
  readonly tasks: readonly Option[];
  readonly sms: readonly Option[];
  readonly flows: readonly Option[];
}

/** What recipes may name. */
export function useRecipeOptions(): RecipeOptions {
  const { data } = tasks.recipeChoices.useQuery({ body: {} });
  return { tasks: namedOptions(data?.tasks), sms: namedOptions(data?.sms), flows: namedOptions(data?.flows) };
}
