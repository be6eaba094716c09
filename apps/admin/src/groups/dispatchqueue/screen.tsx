import { Grid, Stack } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { dispatchGroupApi } from "@liantai/api/contract/admin";
import { formatDuration, type Column } from "@liantai/ui";
import { NumberField, SelectField, SwitchField, TextAreaField, TextField, CrudScreen } from "@liantai/ui/resource";
import { useMemo } from "react";
import { object } from "yup";
import { noOverflow, OverflowFields } from "../overflow-fields.tsx";
import { accessNumbers, dispatchGroups } from "../../parts/queries.ts";
import { EnabledBadge, enabledOptions } from "../../parts/rows.tsx";
import { useOpenAt } from "../../parts/subject.tsx";
import { noChoices, targetText, type Choices } from "../../parts/target-fields.tsx";

type QueueRow = ReplyOf<typeof dispatchGroupApi.list>["list"][number];
const { name, enabled } = dispatchGroupApi.list.body!.fields;
const filterSchema = object({ name, enabled });
const defaults = () => ({ name: "", enabled: "" });
const blank = { name: "", enabled: 1, maxWaitS: 0, ...noOverflow, remark: "" };

const columnsOf = (choices: Choices): readonly Column<QueueRow>[] => [
  { id: "name", title: "调度队列名称", width: 170, value: (q) => q.name, sortBy: "name" },
  { id: "groups", title: "技能组数", width: 84, align: "end", value: (q) => q.groups },
  {
    id: "maxWaitS",
    title: "最长等待",
    width: 96,
    align: "end",
    sortBy: "maxWaitS",
    value: (q) => q.maxWaitS,
    cell: (q) => (q.maxWaitS === 0 ? "不限" : formatDuration(q.maxWaitS)),
  },
  { id: "overflowWait", title: "等待超时转至", width: 190, value: (q) => targetText(q.overflowWait, choices) },
  { id: "overflowAbsent", title: "无坐席签入转至", width: 190, value: (q) => targetText(q.overflowAbsent, choices) },
  {
    id: "enabled",
    title: "状态",
    width: 84,
    value: (q) => q.enabled,
    sortBy: "enabled",
    cell: (q) => <EnabledBadge enabled={q.enabled} />,
  },
  { id: "remark", title: "备注", width: 160, value: (q) => q.remark, optional: true },
];

/** 调度队列 */
export default function DispatchQueueScreen() {
  const may = useMayPress("/dispatchqueue");
  const openAt = useOpenAt();
  const { data: choices = noChoices } = accessNumbers.choices.useQuery({ body: {} });
  const columns = useMemo(() => columnsOf(choices), [choices]);
  return (
    <CrudScreen<QueueRow, ReturnType<typeof defaults>>
      id="dispatchqueue"
      noun="调度队列"
      queries={dispatchGroups}
      may={{
        add: may("dispatchGroup.add"),
        update: may("dispatchGroup.update"),
        delete: may("dispatchGroup.delete"),
      }}
      list={{
        columns,
        idOf: (q) => q.id,
        nameOf: (q) => q.name,
        hint: "调度队列按顺序尝试多个技能组。",
        deletion: "其中的技能组不会被删除。",
        actions: [{ label: "技能组", run: (q) => openAt("/dispatchQueueallotskill", { id: q.id }) }],
      }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="调度队列名称" />
            <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
          </>
        ),
      }}
      form={{
        schema: dispatchGroupApi.add.body!,
        width: "600px",
        values: (q) => q ?? blank,
        fields: (_form, q) => (
          <Stack gap="4">
            <Grid templateColumns="1fr 1fr" gap="3">
              <TextField name="name" label="调度队列名称" />
              <NumberField
                name="maxWaitS"
                label="最长等待时间"
                max={86_400}
                unit="秒"
                hint="所有技能组合计，0 表示不限"
              />
              <SwitchField name="enabled" label="状态" on="启用" off="停用" />
            </Grid>
            <OverflowFields choices={choices} except={q?.id} />
            <TextAreaField name="remark" label="备注" rows={2} />
          </Stack>
        ),
      }}
    />
  );
}
