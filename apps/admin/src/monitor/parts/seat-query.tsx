/** The filters over the seats. */
import { QueryBar, SelectField, TextField } from "@liantai/ui";
import { useMemo } from "react";
import { object, string } from "yup";
import type { Seat } from "./columns.tsx";
import { customState, noFilter, type SeatFilter } from "./model.ts";

const schema = object({
  groupId: string().defined(),
  skillGroup: string().defined(),
  state: string().defined(),
  word: string().defined().trim().max(30, "关键字最多30个字"),
  followed: string().defined(),
});

const stateOptions = [
  { value: "signedIn", label: "已签入" },
  { value: "ready", label: "空闲" },
  { value: "busy", label: "忙碌" },
  { value: "ringing", label: "振铃和外呼" },
  { value: "talking", label: "通话中" },
  { value: "wrapUp", label: "话后处理" },
  { value: "offline", label: "离线" },
];
const followedOptions = [{ value: "1", label: "只看关注的" }];

const sorted = (pairs: Iterable<readonly [string, string]>) =>
  [...new Map(pairs)]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, "zh-CN"));

interface SeatQueryProps {
  readonly seats: readonly Seat[];
  readonly filter: SeatFilter;
  /** Names of custom statuses to look for. */
  readonly customStates: readonly string[];
  readonly onQuery: (filter: SeatFilter) => void;
}

export function SeatQuery({ seats, filter, customStates, onQuery }: SeatQueryProps) {
  const groups = useMemo(
    () => sorted(seats.flatMap((s) => (s.groupId ? [[s.groupId, s.groupName] as const] : []))),
    [seats],
  );
  const skills = useMemo(
    () => sorted(seats.flatMap((s) => s.skillGroups.map((name) => [name, name] as const))),
    [seats],
  );
  const states = useMemo(
    () => [
      ...stateOptions,
      ...customStates.map((name) => ({ value: `${customState}${name}`, label: `自定义：${name}` })),
    ],
    [customStates],
  );
  return (
    <QueryBar schema={schema} values={filter} defaults={noFilter} onQuery={onQuery} busy={false}>
      <TextField name="word" label="工号、姓名或分机" width="190px" />
      <SelectField name="groupId" label="坐席组" options={groups} width="140px" />
      <SelectField name="skillGroup" label="技能组" options={skills} width="140px" />
      <SelectField name="state" label="状态" options={states} width="132px" />
      <SelectField name="followed" label="关注" options={followedOptions} width="120px" />
    </QueryBar>
  );
}
