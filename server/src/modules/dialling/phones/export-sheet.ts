/** Columns of an export of numbers, and how an import knows them again (docs/protocol.md K98). Pure. */
import { phoneVariables, type PhoneVariables } from "@liantai/api/contract/admin";

/** Columns that an import takes, too; the others stand behind them. */
const taken = ["号码", "客户姓名", "优先级", "客户标识", "工号", "同意来源", "同意时间"] as const;
const results = [
  ...(["批次", "样本状态", "原因", "归属地", "呼叫次数", "呼叫结果", "接听方", "呼损"] as const),
  ...(["最后呼叫时间", "下次呼叫时间", "业务结果", "备注", "意向等级", "意向得分", "创建时间"] as const),
] as const;
/** Variables that have no column of their own. */
const others = "其他变量";
const failure = "失败原因";
const reserved: ReadonlySet<string> = new Set([...taken, ...results, others, failure]);

/** A workbook that has these is an export: nobody gives three variables these names. */
const signs = ["批次", "样本状态", "呼叫结果"] as const;
/** Columns of an export beside its variables: at most this many of those, for an import reads 100 columns. */
export const mostVariableColumns = 60;

type Value<K extends string> = Readonly<Record<K, string | number>>;
export type PhoneCells = Value<(typeof taken)[number]> & Value<(typeof results)[number]>;

const byName = new Intl.Collator("zh-CN", { numeric: true });

/** var2 before var10. So many get a column; the rest shares one. */
export function variableNames(found: Iterable<string>): { readonly names: readonly string[]; readonly more: boolean } {
  const all = [...new Set(found)].sort(byName.compare);
  return { names: all.slice(0, mostVariableColumns), more: all.length > mostVariableColumns };
}

const mark = "变量：";
const titleOf = (name: string): string => (reserved.has(name) || name.startsWith(mark) ? mark + name : name);

export const exportTitles = (names: readonly string[], more: boolean): readonly string[] => [
  ...taken,
  ...results,
  ...names.map(titleOf),
  ...(more ? [others] : []),
];

export function exportCells(
  cells: PhoneCells,
  variables: PhoneVariables,
  names: readonly string[],
): readonly (string | number)[] {
  const own = new Set(names);
  const rest = Object.entries(variables).filter(([name]) => !own.has(name));
  return [
    ...[...taken, ...results].map((title) => cells[title]),
    ...names.map((name) => (Object.hasOwn(variables, name) ? variables[name]! : "")),
    ...(rest.length > 0 ? [rest.map(([name, text]) => `${name}：${text}`).join("；")] : []),
  ];
}

interface Head {
  /** Titles with the variables that they stand for. */
  readonly variables: readonly (readonly [title: string, name: string])[];
  /** How many there may be; of an export each row has its own. */
  readonly most: number;
  /** There are variables that no column gives back. */
  readonly lossy: boolean;
}

/** What the titles beside an import's own (`own`) are. */
export function variablesIn(titles: readonly string[], own: ReadonlySet<string>): Head {
  const exported = signs.every((sign) => titles.includes(sign));
  const free = titles.filter((title) => !own.has(title) && title !== failure);
  if (!exported) return { variables: free.map((title) => [title, title]), most: phoneVariables.most, lossy: false };
  return {
    variables: free
      .filter((title) => !reserved.has(title))
      .map((title) => [title, title.startsWith(mark) ? title.slice(mark.length) : title]),
    most: mostVariableColumns,
    lossy: free.includes(others),
  };
}
