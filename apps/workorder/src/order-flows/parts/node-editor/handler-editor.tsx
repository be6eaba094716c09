import { Stack, Text } from "@chakra-ui/react";
import { flowLimits, handlerKinds, type HandlerKind, type HandlerRule } from "@liantai/api/contract/workorder";
import { Ticks } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { SeatPicks } from "../../../parts/seat-picks.tsx";
import { useFlowSeats } from "../seats.tsx";
import type { Surroundings } from "../surroundings.ts";

const kinds = Object.entries(handlerKinds) as [HandlerKind, string][];
const hints: Readonly<Record<HandlerKind, string>> = {
  creator: "由创建工单的人处理。",
  seat: "只选一个坐席时直接交给他；选多个时进入待领取，由先领取的人处理。",
  group: "进入待领取，组内任何坐席都可以领取。",
  role: "进入待领取，有该角色的坐席都可以领取。",
  field: "交给所选字段中填写的坐席。",
  leastLoaded: "交给组内在线且手上工单最少的坐席；无人在线时进入待领取并通知班长。",
  online: "交给组内在线且最久没有接到工单的坐席；无人在线时进入待领取并通知班长。",
};

/** Another kind keeps what fits it. */
function ruleOf(by: HandlerKind, before: HandlerRule | undefined): HandlerRule {
  switch (by) {
    case "creator":
      return { by };
    case "seat":
      return { by, agentIds: before?.by === "seat" ? before.agentIds : [] };
    case "role":
      return { by, roleId: "" };
    case "field":
      return { by, field: "" };
    default:
      return { by, groupId: before && "groupId" in before ? before.groupId : "" };
  }
}

interface HandlerEditorProps {
  readonly rule: HandlerRule | undefined;
  readonly around: Surroundings;
  /** A countersign is for all that it names. */
  readonly signing: boolean;
  readonly onChange: (rule: HandlerRule | undefined) => void;
}

export function HandlerEditor({ rule, around, signing, onChange }: HandlerEditorProps) {
  const fields = (around.fields ?? []).map(({ name, label }) => [name, label] as const);
  return (
    <Stack gap="2">
      <PanelSelect
        label="由谁处理"
        value={rule?.by ?? ""}
        options={signing ? kinds.filter(([by]) => by !== "leastLoaded" && by !== "online") : kinds}
        none="请选择"
        onChange={(by) => onChange(by === "" ? undefined : ruleOf(by as HandlerKind, rule))}
      />
      {rule && (
        <Text color="fg.muted" textStyle="xs">
          {signing && rule.by !== "creator" ? "所列的每个人都要给出意见。" : hints[rule.by]}
        </Text>
      )}
      {rule?.by === "seat" && (
        <>
          <SeatPicks label="坐席" chosen={rule.agentIds} useSeats={useFlowSeats}>
            {(seats) => (
              <Ticks
                label="坐席"
                all={seats}
                chosen={rule.agentIds}
                onChange={(agentIds) => onChange({ by: "seat", agentIds: agentIds.slice(0, flowLimits.seats) })}
              />
            )}
          </SeatPicks>
          {rule.agentIds.length >= flowLimits.seats && <Text textStyle="xs">最多{flowLimits.seats}个坐席</Text>}
        </>
      )}
      {rule && "groupId" in rule && (
        <PanelSelect
          label="坐席组"
          value={rule.groupId}
          options={around.groups}
          none="请选择"
          onChange={(groupId) => onChange({ ...rule, groupId })}
        />
      )}
      {rule?.by === "role" && (
        <PanelSelect
          label="角色"
          value={rule.roleId}
          options={around.roles}
          none="请选择"
          onChange={(roleId) => onChange({ by: "role", roleId })}
        />
      )}
      {rule?.by === "field" && (
        <PanelSelect
          label="字段"
          value={rule.field}
          options={fields}
          none="请选择"
          hint={fields.length === 0 ? "请先选择流程的表单" : undefined}
          onChange={(field) => onChange({ by: "field", field })}
        />
      )}
    </Stack>
  );
}
