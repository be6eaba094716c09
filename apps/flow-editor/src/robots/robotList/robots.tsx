/** An enterprise's robots, or its digital humans alone. */
import { useMayPress } from "@liantai/api/client";
import { digitalHumanApi, robotAgentApi, robotKinds } from "@liantai/api/contract/flow-editor";
import { StatusBadge, type Column } from "@liantai/ui";
import { CrudScreen, SelectField, TextField } from "@liantai/ui/resource";
import { HStack, Text } from "@chakra-ui/react";
import { object } from "yup";
import {
  digitalHumans,
  enabledOptions,
  enabledTexts,
  kindOptions,
  kindTexts,
  robots,
  useRobotFlows,
  type Robot,
} from "../parts/queries.ts";
import { RobotFields } from "./fields.tsx";
import { Picture } from "./picture.tsx";

const { kind, ...shared } = robotAgentApi.list.body!.fields;
const pick = ({ name, flowId, enabled }: typeof shared) => ({ name, flowId, enabled });
const schemas = { all: object({ ...pick(shared), kind }), digital: object(pick(digitalHumanApi.list.body!.fields)) };
const usual = { name: "", flowId: "", enabled: "" };
const all = () => ({ ...usual, kind: "" });
const digitalOnly = () => ({ ...usual });

const Name = ({ robot }: { readonly robot: Robot }) => (
  <HStack gap="2" minW="0">
    {robot.kind === robotKinds.digitalHuman && <Picture id={robot.pictureId} name={robot.name} size="26px" />}
    <Text truncate>{robot.name}</Text>
  </HStack>
);

const columns: readonly Column<Robot>[] = [
  {
    id: "name",
    title: "机器人名称",
    width: 160,
    value: (r) => r.name,
    sortBy: "name",
    cell: (r) => <Name robot={r} />,
  },
  { id: "kind", title: "类型", width: 92, value: (r) => kindTexts[r.kind]! },
  { id: "flowName", title: "流程", width: 160, value: (r) => r.flowName, sortBy: "flowName" },
  { id: "tts", title: "音色", width: 100, value: (r) => (r.tts === "" ? "流程的音色" : "已单独设置") },
  { id: "intentionRule", title: "意向规则", width: 120, value: (r) => r.intentionRuleName || "不评级" },
  { id: "fallbackGroup", title: "转接技能组", width: 120, value: (r) => r.fallbackGroupName || "不转接" },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (r) => enabledTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{enabledTexts[r.enabled]}</StatusBadge>,
  },
  { id: "remark", title: "备注", width: 180, value: (r) => r.remark, optional: true },
];

interface RobotsProps {
  readonly digital: boolean;
  readonly onRecords: (robot: Robot) => void;
}

export function Robots({ digital, onRecords }: RobotsProps) {
  const press = useMayPress("/robotList");
  const flows = useRobotFlows();
  return (
    <CrudScreen<Robot, typeof usual>
      id={digital ? "digitalHumans" : "robotList"}
      noun={digital ? "数字人" : "机器人"}
      queries={digital ? { ...robots, list: digitalHumans.list } : robots}
      may={{ add: press("robotAgent.add"), update: press("robotAgent.update"), delete: press("robotAgent.delete") }}
      list={{
        columns,
        idOf: (r) => r.id,
        nameOf: (r) => r.name,
        how: `先在流程配置中新增类型为机器人的流程，再新增${digital ? "数字人" : "机器人"}。`,
        actions: [{ label: "接待记录", run: onRecords }],
      }}
      filters={{
        schema: digital ? schemas.digital : schemas.all,
        defaults: digital ? digitalOnly : all,
        fields: (
          <>
            <TextField name="name" label="机器人名称" />
            {!digital && <SelectField name="kind" label="类型" options={kindOptions} width="110px" />}
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
          kind: row?.kind ?? (digital ? robotKinds.digitalHuman : robotKinds.voice),
          pictureId: row?.pictureId ?? "",
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
