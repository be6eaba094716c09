import { useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { skillGroupApi, strategies, type Strategy } from "@liantai/api/contract/admin";
import { formatDuration, type Column } from "@liantai/ui";
import { SelectField, TextField, CrudScreen } from "@liantai/ui/resource";
import { object } from "yup";
import { skillGroups } from "../../parts/queries.ts";
import { EnabledBadge, enabledOptions } from "../../parts/rows.tsx";
import { useOpenAt } from "../../parts/subject.tsx";
import { blankGroup, SkillGroupFields } from "./fields.tsx";

type GroupRow = ReplyOf<typeof skillGroupApi.list>["list"][number];
const { name, enabled } = skillGroupApi.list.body!.fields;
const filterSchema = object({ name, enabled });
const defaults = () => ({ name: "", enabled: "" });
const length = (id: string, title: string, value: (g: GroupRow) => number, sortBy?: string): Column<GroupRow> => ({
  id,
  title,
  width: 88,
  align: "end",
  value,
  cell: (g) => (value(g) === 0 && id === "maxWaitS" ? "不限" : formatDuration(value(g))),
  ...(sortBy ? { sortBy } : {}),
});

const columns: readonly Column<GroupRow>[] = [
  { id: "name", title: "技能组名称", width: 128, value: (g) => g.name, sortBy: "name" },
  {
    id: "strategy",
    title: "分配策略",
    width: 116,
    value: (g) => strategies[g.strategy as Strategy] ?? g.strategy,
    sortBy: "strategy",
  },
  { id: "members", title: "坐席数", width: 68, align: "end", value: (g) => g.members },
  { id: "queueLimit", title: "最大排队数", width: 104, align: "end", value: (g) => g.queueLimit, sortBy: "queueLimit" },
  length("maxWaitS", "最长等待", (g) => g.maxWaitS),
  length("ringS", "振铃", (g) => g.ringS, "ringS"),
  length("wrapUpS", "话后处理", (g) => g.wrapUpS, "wrapUpS"),
  { ...length("serviceLevelS", "服务水平阈值", (g) => g.serviceLevelS), width: 104 },
  {
    id: "enabled",
    title: "状态",
    width: 82,
    value: (g) => g.enabled,
    sortBy: "enabled",
    cell: (g) => <EnabledBadge enabled={g.enabled} />,
  },
  { id: "remark", title: "备注", width: 160, value: (g) => g.remark, optional: true },
];

/** 技能组 */
export default function SkillGroupScreen() {
  const may = useMayPress("/skillgroup");
  const openAt = useOpenAt();
  return (
    <CrudScreen<GroupRow, ReturnType<typeof defaults>>
      id="skillgroup"
      noun="技能组"
      queries={skillGroups}
      may={{ add: may("skillGroup.add"), update: may("skillGroup.update"), delete: may("skillGroup.delete") }}
      list={{
        columns,
        idOf: (g) => g.id,
        nameOf: (g) => g.name,
        hint: "技能组决定来电由哪些坐席、按什么策略接听。",
        deletion: "组内坐席不会被删除。",
        actions: [{ label: "坐席", run: (g) => openAt("/allotskill", { id: g.id }) }],
      }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="技能组名称" />
            <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
          </>
        ),
      }}
      form={{
        schema: skillGroupApi.add.body!,
        width: "640px",
        values: (g) => g ?? blankGroup,
        fields: (_form, g) => <SkillGroupFields id={g?.id} />,
      }}
    />
  );
}
