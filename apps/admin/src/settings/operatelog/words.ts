import type { ReplyOf } from "@liantai/api/contract";
import { operationWords, type operateLogApi } from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";

export type Operation = ReplyOf<typeof operateLogApi.list>["list"][number];

/** One entry a word: several kinds and verbs share one, and the server finds all that do. */
const optionsOf = (words: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(words)
    .filter(([, label], at, all) => all.findIndex(([, other]) => other === label) === at)
    .map(([value, label]) => ({ value, label }));

export const objectOptions = optionsOf(operationWords.objects);
export const actionOptions = optionsOf(operationWords.actions);

/** The first changes in a line, for the list. */
export const changesLine = ({ changes }: Operation): string =>
  changes
    .map(({ label, before, after }) =>
      before === null ? `${label}：${after ?? ""}` : after === null ? label : `${label}：${before} → ${after}`,
    )
    .join("；");
