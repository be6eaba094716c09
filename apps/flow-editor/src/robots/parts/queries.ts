/** Robots and their lines as their screens know them, and what they choose from. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  digitalHumanApi,
  engineApi,
  flowApi,
  intentionRuleApi,
  robotAgentApi,
  robotApi,
  robotKinds,
  robotPictureApi,
  robotRecordApi,
} from "@liantai/api/contract/flow-editor";
import { accessNumApi, companyApi } from "@liantai/api/contract/flow-surroundings";
import { flowTypes } from "@liantai/api/flows";
import { namedOptions, optionsFrom, type Option } from "@liantai/ui";

export const robotLines = queriesOf(robotApi);
export const robots = queriesOf(robotAgentApi);
export const digitalHumans = queriesOf(digitalHumanApi);
export const pictures = queriesOf({ upload: robotPictureApi.upload });
export const records = queriesOf(robotRecordApi);
const companies = queriesOf({ list: companyApi.list });
const choices = queriesOf({ choices: accessNumApi.choices });
const engines = queriesOf({ options: engineApi.options });
const flows = queriesOf({ list: flowApi.list });
const intentionRules = queriesOf({ list: intentionRuleApi.list });

export type RobotLine = ReplyOf<typeof robotApi.list>["list"][number];
export type Robot = ReplyOf<typeof robotAgentApi.list>["list"][number];

export type RobotRecord = ReplyOf<typeof robotRecordApi.list>["list"][number];

export const kindTexts: Readonly<Record<number, string>> = {
  [robotKinds.voice]: "语音机器人",
  [robotKinds.digitalHuman]: "数字人",
};
export const kindChoices: readonly Option[] = Object.values(robotKinds).map((value) => ({
  value,
  label: kindTexts[value]!,
}));
/** As a filter asks for them. */
export const kindOptions: readonly Option[] = kindChoices.map(({ value, label }) => ({ value: String(value), label }));

export const enabledTexts: Readonly<Record<number, string>> = { 1: "启用", 0: "停用" };
export const enabledOptions: readonly Option[] = ["1", "0"].map((value) => ({
  value,
  label: enabledTexts[Number(value)]!,
}));

const all = { pageNo: 1, pageSize: 9_999 };

/** By code and name. */
export function useEnterpriseOptions(): readonly Option[] {
  const { data } = companies.list.useQuery({ body: { pageNo: 1, pageSize: 99_999 } });
  return optionsFrom(data?.list, ({ compId, name }) => ({ value: compId, label: `${name}（${compId}）` }));
}

/** digital: the digital humans alone. */
export function useRobotOptions(digital: boolean): readonly Option[] {
  const every = robots.list.useQuery({ body: all }, { skip: digital });
  const humans = digitalHumans.list.useQuery({ body: all }, { skip: !digital });
  return namedOptions((digital ? humans : every).data?.list);
}

/** Of type robot. */
export function useRobotFlows(): readonly Option[] {
  const { data } = flows.list.useQuery({ body: { ...all, flowType: flowTypes.robot } });
  return namedOptions(data?.list);
}

export function useRecognisers(): readonly Option[] {
  const { data } = engines.options.useQuery({ body: { ...all, kind: "asr" } });
  return namedOptions(data?.list);
}

export function useIntentionRules(): readonly Option[] {
  const { data } = intentionRules.list.useQuery({ body: all });
  return namedOptions(data?.list);
}

export function useSkillGroups(): readonly Option[] {
  const { data } = choices.choices.useQuery({ body: {} });
  const off = data?.off.filter(({ kind }) => kind === "skillGroup").map((group) => ({ ...group, enabled: 0 })) ?? [];
  return namedOptions(data && [...data.skillGroup, ...off].map(({ label, ...group }) => ({ ...group, name: label })));
}
