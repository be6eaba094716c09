import { Grid } from "@chakra-ui/react";
import { queriesOf, selectUser, useMayPress, useSelector } from "@liantai/api/client";
import { isMonitor, type ReplyOf } from "@liantai/api/contract";
import { alarmApi, alarmComparisons, alarmFigures } from "@liantai/api/contract/admin";
import { StatusBadge, TextField, type Column } from "@liantai/ui";
import { CrudScreen, MultiSelectField, NumberField, SelectField, SwitchField } from "@liantai/ui/resource";
import { useFormContext, useWatch } from "react-hook-form";
import { object } from "yup";

type Alarm = ReplyOf<typeof alarmApi.list>["list"][number];

export const alarms = queriesOf(alarmApi);
const { name, groupId } = alarmApi.list.body!.fields;
const filterSchema = object({ name, groupId });
const defaults = () => ({ name: "", groupId: "" });

const units = { count: "", percent: "%", seconds: "秒" } as const;
const figureOf = (id: string) => alarmFigures.find((figure) => figure.id === id);
const comparisons = Object.entries(alarmComparisons).map(([value, label]) => ({ value, label }));
const figures = alarmFigures.map(({ id, name: label }) => ({ value: id, label }));

const conditionOf = ({ figure, comparison, value }: Pick<Alarm, "figure" | "comparison" | "value">): string =>
  `${figureOf(figure)?.name ?? figure}${alarmComparisons[comparison]}${value}${units[figureOf(figure)?.unit ?? "count"]}`;

const columns: readonly Column<Alarm>[] = [
  { id: "name", title: "告警名称", width: 140, value: (a) => a.name, sortBy: "name" },
  { id: "groupName", title: "技能组", width: 112, value: (a) => a.groupName },
  { id: "condition", title: "条件", width: 140, value: conditionOf },
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
    hint: "同一技能组两次通知之间至少间隔这么久",
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

function Fields() {
  const { data } = alarms.choices.useQuery({ body: {} });
  const monitor = useSelector((state: Parameters<typeof selectUser>[0]) => isMonitor(selectUser(state)));
  const { control } = useFormContext();
  const figure = figureOf(useWatch({ control, name: "figure" }) as string);
  const options = (list: readonly { readonly id: string; readonly label: string }[] = []) =>
    list.map(({ id, label }) => ({ value: id, label }));
  return (
    <Grid templateColumns="1fr 1fr" gap="3">
      <TextField name="name" label="告警名称" />
      <SelectField
        name="groupId"
        label="技能组"
        options={options(data?.groups)}
        none={monitor ? "请选择" : "全部技能组"}
      />
      <SelectField name="figure" label="指标" options={figures} none={false} hint={figure?.formula} />
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
        hint="同一技能组两次通知之间至少间隔这么久"
      />
      <Grid gridColumn="1 / -1">
        <MultiSelectField name="accountIds" label="通知人员" options={options(data?.accounts)} />
      </Grid>
      <SwitchField name="enabled" label="状态" on="启用" off="停用" />
    </Grid>
  );
}

const blank = {
  name: "",
  groupId: "",
  figure: "waiting",
  comparison: "more",
  value: 5,
  forS: 10,
  restMin: 10,
  accountIds: [] as readonly string[],
  enabled: 1,
} as const;

/** 技能组监控, 告警规则: what the server watches, and whom it tells. */
export function AlarmRules() {
  const may = useMayPress("/skillgroupmonitor")("skillgroupmonitor.alarm");
  return (
    <CrudScreen<Alarm, ReturnType<typeof defaults>>
      id="skillgroupmonitor.alarms"
      noun="告警规则"
      queries={alarms}
      may={{ add: may, update: may, delete: may }}
      list={{ columns, idOf: (a) => a.id, nameOf: (a) => a.name }}
      filters={{ schema: filterSchema, defaults, fields: <TextField name="name" label="告警名称" width="160px" /> }}
      form={{
        schema: alarmApi.add.body!,
        values: (row) => {
          const {
            name: called,
            groupId: of,
            figure,
            comparison,
            value,
            forS,
            restMin,
            accountIds,
            enabled,
          } = row ?? blank;
          return {
            name: called,
            groupId: of,
            figure,
            comparison,
            value,
            forS,
            restMin,
            accountIds: [...accountIds],
            enabled,
          };
        },
        fields: <Fields />,
      }}
    />
  );
}
