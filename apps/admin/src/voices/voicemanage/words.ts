import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { voiceApi, voiceResourceApi, voiceSources, voiceUses } from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";

export const voices = queriesOf(voiceApi);
export const allotments = queriesOf(voiceResourceApi);
export type Voice = ReplyOf<typeof voiceApi.list>["list"][number];

export const sourceOptions: readonly Option[] = Object.entries(voiceSources).map(([value, label]) => ({
  value,
  label,
}));
export const useOptions: readonly Option[] = Object.entries(voiceUses).map(([value, label]) => ({ value, label }));
