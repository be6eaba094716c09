/** Words of trunks, routes and limits. */
import type { Option } from "@liantai/ui";

export const optionsOf = (texts: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

export const enabledTexts: Readonly<Record<string, string>> = { "1": "启用", "0": "停用" };
export const enabledOptions = optionsOf(enabledTexts);
export const allPrefixes = (text: string): string => text || "全部";
