/** 告警规则: what the server watches, and whom it tells. */
import { Grid } from "@chakra-ui/react";
import { selectUser, useSelector } from "@liantai/api/client";
import { isMonitor, type ReplyOf } from "@liantai/api/contract";
import { alarmComparisons, type AlarmApi } from "@liantai/api/contract/admin";
import { StatusBadge, TextField, type Column } from "@liantai/ui";
import { CrudScreen, MultiSelectField, NumberField, SelectField, SwitchField } from "@liantai/ui/resource";
import { useFormContext, useWatch } from "react-hook-form";
import { object } from "yup";
import type { AlarmWords } from "./words.ts";

type Alarm = ReplyOf<AlarmApi["list"]>["list"][number];

const defaults = () => ({ name: "", groupId: "" });

const units = { count: "", percent: "%", seconds: "秒" } as const;
const comparisons = Object.entries(alarmComparisons).map(([value, label]) => ({ value, label }));
const figureOf = ({ figures }: AlarmWords, id: string) => figures.find((figure) => figure.id === id);

const conditionOf = (words: AlarmWords, { figure, comparison, value }: Alarm): string => {
  const known = figureOf(words, figure);
  return `${known?.name ?? figure}${alarmComparisons[comparison]}${value}${units[known?.unit ?? "count"]}`;
};

const columnsOf = (words: AlarmWords): readonly Column<Alarm>[] => [
  { id: "name", title: "告警名称", width: 140, value: (a) => a.name, sortBy: "name" },
  { id: "groupName", title: words.of, width: 112, value: (a) => a.groupName },
  { id: "condition", title: "条件", width: 140, value: (a) => conditionOf(words, a) },
  {
    id: "forS",
    title: "持续",
    hint: "连续满足条件这么久才通知",
    width: 72,
    align: "end",
    value: (a) => (a.forS === 0 ? "立即" : `${a.forS}秒`),
  },
  {
    id: "restMin",
    title: "间隔",
    hint: `同一${words.each}两次通知之间至少间隔这么久`,
    width: 76,
    align: "end",
    value: (a) => `${a.restMin}分钟`,
  },
  { id: "told", title: "通知人员", width: 180, value: (a) => a.told },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (a) => a.enabled,
    cell: (a) => (
      <StatusBadge tone={a.enabled === 1 ? "ready" : "offline"}>{a.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "createdBy", title: "添加人", width: 88, value: (a) => a.createdBy, optional: true },
];

function Fields({ words }: { readonly words: AlarmWords }) {
  const answer = words.queries.choices.useQuery({ body: {} });
  const { data } = answer;
  const monitor = useSelector((state: Parameters<typeof selectUser>[0]) => isMonitor(selectUser(state)));
  const { control } = useFormContext();
  const figure = figureOf(words, useWatch({ control, name: "figure" }) as string);
  const options = (list: readonly { readonly id: string; readonly label: string }[] = []) =>
    list.map(({ id, label }) => ({ value: id, label }));
  return (
    <Grid templateColumns="1fr 1fr" gap="3">
      <TextField name="name" label="告警名称" />
      <SelectField
        name="groupId"
        label={words.of}
        options={options(data?.groups)}
        none={monitor ? "请选择" : words.all}
      />
      <SelectField
        name="figure"
        label="指标"
        options={words.figures.map(({ id, name }) => ({ value: id, label: name }))}
        none={false}
        hint={figure?.formula}
      />
      <Grid templateColumns="96px 1fr" gap="2">
        <SelectField name="comparison" label="条件" options={comparisons} none={false} />
        <NumberField name="value" label="阈值" precision={1} unit={units[figure?.unit ?? "count"] || "个"} />
      </Grid>
      <NumberField name="forS" label="持续时间" max={3_600} unit="秒" hint="连续满足条件这么久才通知，0 表示立即" />
      <NumberField
        name="restMin"
        label="间隔时间"
        max={1_440}
        unit="分钟"
        hint={`同一${words.each}两次通知之间至少间隔这么久`}
      />
      <Grid gridColumn="1 / -1">
        <MultiSelectField name="accountIds" label="通知人员" options={options(data?.accounts)} answer={answer} />
      </Grid>
      <SwitchField name="enabled" label="状态" on="启用" off="停用" />
    </Grid>
  );
}

const blank = {
  name: "",
  groupId: "",
  comparison: "more",
  restMin: 10,
  accountIds: [] as readonly string[],
  enabled: 1,
} as const;

interface AlarmRulesProps {
  readonly words: AlarmWords;
  readonly may: boolean;
}

export function AlarmRules({ words, may }: AlarmRulesProps) {
  const api: AlarmApi = words.api;
  const { name, groupId } = api.list.body!.fields;
  return (
    <CrudScreen<Alarm, ReturnType<typeof defaults>>
      id={`${words.screen}.alarms`}
      noun="告警规则"
      queries={words.queries}
      may={{ add: may, update: may, delete: may }}
      list={{ columns: columnsOf(words), idOf: (a) => a.id, nameOf: (a) => a.name }}
      filters={{
        schema: object({ name, groupId }),
        defaults,
        fields: <TextField name="name" label="告警名称" width="160px" />,
      }}
      form={{
        schema: api.add.body!,
        values: (row) => {
          if (!row) return { ...blank, ...words.first, accountIds: [] };
          const { id: _, groupName: __, told: ___, createdBy: ____, ...typed } = row;
          return { ...typed, accountIds: [...row.accountIds] };
        },
        fields: <Fields words={words} />,
      }}
    />
  );
}
