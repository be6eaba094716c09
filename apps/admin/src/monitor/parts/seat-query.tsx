/** The filters over the seats. */
import { QueryBar, SelectField, TextField } from "@liantai/ui";
import { memo, useMemo } from "react";
import { object, string } from "yup";
import type { Seat } from "./columns.tsx";
import type { LiveSeats } from "./live-seats.ts";
import { customState, noFilter, useCustomStates, useStates, type SeatFilter } from "./model.ts";

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

interface Option {
  readonly value: string;
  readonly label: string;
}

const sorted = (pairs: Iterable<readonly [string, string]>): Option[] =>
  [...new Map(pairs)]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, "zh-CN"));

const groupsOf = (seats: readonly Seat[]): Option[] =>
  sorted(seats.flatMap((s) => (s.groupId ? [[s.groupId, s.groupName] as const] : [])));
const skillsOf = (seats: readonly Seat[]): Option[] =>
  sorted(seats.flatMap((s) => s.skillGroups.map((name) => [name, name] as const)));

/** The same array as long as the same options stand in it. */
function useOptions(seats: readonly Seat[], of: (seats: readonly Seat[]) => Option[]): Option[] {
  const text = useMemo(() => JSON.stringify(of(seats)), [of, seats]);
  return useMemo(() => JSON.parse(text) as Option[], [text]);
}

interface FieldsProps {
  readonly groups: Option[];
  readonly skills: Option[];
  readonly filter: SeatFilter;
  /** Names of custom statuses to look for. */
  readonly customStates: readonly string[];
  readonly onQuery: (filter: SeatFilter) => void;
}

/** Seats come anew every ten seconds, with figures that no field shows, and their states every moment. */
const Fields = memo(function Fields({ groups, skills, filter, customStates, onQuery }: FieldsProps) {
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
});

interface SeatQueryProps extends Pick<FieldsProps, "filter" | "onQuery"> {
  readonly seats: readonly Seat[];
  readonly live: LiveSeats;
}

export function SeatQuery({ seats, live, filter, onQuery }: SeatQueryProps) {
  const customStates = useCustomStates(useStates(live), filter);
  const groups = useOptions(seats, groupsOf);
  const skills = useOptions(seats, skillsOf);
  return <Fields groups={groups} skills={skills} filter={filter} customStates={customStates} onQuery={onQuery} />;
}
