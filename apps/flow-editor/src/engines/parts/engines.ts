/** Speech engines as their screens know them. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import {
  engineAllotApi,
  engineApi,
  engineKinds,
  outsideProviders,
  providerOf,
  type EngineKind,
} from "@liantai/api/contract/flow-editor";
import type { Option } from "@liantai/ui";

export const engines = queriesOf(engineApi);
export const allotments = queriesOf(engineAllotApi);

export type Engine = ReplyOf<typeof engineApi.list>["list"][number];
export type Allotment = ReplyOf<typeof engineAllotApi.list>["list"][number];
export type Allotted = Allotment["tts"][number];

export const kindOptions: readonly Option[] = Object.entries(engineKinds).map(([value, label]) => ({ value, label }));
export const providerOptions: readonly Option[] = outsideProviders.map((value) => ({
  value,
  label: providerOf(value).label,
}));
export const enabledTexts: Readonly<Record<number, string>> = { 1: "启用", 0: "停用" };
export const enabledOptions: readonly Option[] = Object.entries(enabledTexts).map(([value, label]) => ({
  value,
  label,
}));

/** Every engine of a kind that is in use; empty until they are there. */
export function useEngines(kind: EngineKind): readonly Engine[] {
  const { data } = engines.list.useQuery({ body: { kind, pageNo: 1, pageSize: 9_999 } });
  return data?.list ?? [];
}
