import { useMayPress } from "@liantai/api/client";
import { robotAgentApi } from "@liantai/api/contract/flow-editor";
import { StatusBadge, type Column } from "@liantai/ui";
import { CrudScreen, SelectField, TextField } from "@liantai/ui/resource";
import { object } from "yup";
import { enabledOptions, enabledTexts, robots, useRobotFlows, type Robot } from "../parts/queries.ts";
import { RobotFields } from "./fields.tsx";

const { name, flowId, enabled } = robotAgentApi.list.body!.fields;
const filterSchema = object({ name, flowId, enabled });
const defaults = () => ({ name: "", flowId: "", enabled: "" });

const columns: readonly Column<Robot>[] = [
  { id: "name", title: "机器人名称", width: 160, value: (r) => r.name, sortBy: "name" },
  { id: "flowName", title: "流程", width: 180, value: (r) => r.flowName, sortBy: "flowName" },
  { id: "tts", title: "音色", width: 100, value: (r) => (r.tts === "" ? "流程的音色" : "已单独设置") },
  { id: "intentionRule", title: "意向规则", width: 150, value: (r) => r.intentionRuleName || "不评级" },
  { id: "fallbackGroup", title: "转接技能组", width: 150, value: (r) => r.fallbackGroupName || "不转接" },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (r) => enabledTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{enabledTexts[r.enabled]}</StatusBadge>,
  },
  { id: "remark", title: "备注", width: 180, value: (r) => r.remark, optional: true },
];

/** 机器人列表 */
export default function RobotListScreen() {
  const press = useMayPress("/robotList");
  const flows = useRobotFlows();
  return (
    <CrudScreen<Robot, ReturnType<typeof defaults>>
      id="robotList"
      noun="机器人"
      queries={robots}
      may={{ add: press("robotAgent.add"), update: press("robotAgent.update"), delete: press("robotAgent.delete") }}
      list={{
        columns,
        idOf: (r) => r.id,
        nameOf: (r) => r.name,
        hint: "先在流程配置中新增类型为机器人的流程，再新增机器人。",
      }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="机器人名称" />
            <SelectField name="flowId" label="流程" options={flows} />
            <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
          </>
        ),
      }}
      form={{
        schema: robotAgentApi.add.body!,
        width: "520px",
        values: (row) => ({
          name: row?.name ?? "",
          flowId: row?.flowId ?? "",
          tts: row?.tts ?? "",
          asrEngineId: row?.asrEngineId ?? "",
          intentionRuleId: row?.intentionRuleId ?? "",
          fallbackGroupId: row?.fallbackGroupId ?? "",
          enabled: row?.enabled ?? 1,
          remark: row?.remark ?? "",
        }),
        fields: <RobotFields />,
      }}
    />
  );
}
