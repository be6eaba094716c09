import { Button, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import {
  orderPriorities,
  targetKinds,
  targetLimits,
  type OrderPriority,
  type TargetKind,
} from "@liantai/api/contract/work-orders";
import { Ticks } from "@liantai/ui";
import { PanelNumber, PanelSelect, PanelSwitch, PanelText } from "@liantai/ui/board";
import { GuardedDrawer, LeaveButton, Outcome } from "@liantai/ui/resource";
import { useState } from "react";
import { useSurroundings } from "../../parts/surroundings.ts";
import { minutesText } from "../../parts/words.ts";
import { ChangesDialog, RecomputedDialog } from "./changes.tsx";
import { ConditionLine, MomentEditor } from "./moment-editor.tsx";
import { ofKind, priorityPairs, type Counted, type TypedTarget } from "./typed.ts";
import { useTarget } from "./use-target.ts";

interface TargetSheetProps {
  /** Absent: a new one. */
  readonly id?: string;
  readonly kept: TypedTarget;
  readonly onClose: (outcome?: Outcome) => void;
}

interface PartProps {
  readonly typed: TypedTarget;
  readonly isNew: boolean;
  readonly around: ReturnType<typeof useSurroundings>;
  readonly put: (part: Partial<TypedTarget>) => void;
}

const kinds = Object.entries(targetKinds);
const minutes = { min: 1, max: targetLimits.minutes, standard: undefined };
const priorities = Object.keys(orderPriorities).map(Number) as OrderPriority[];

function Head({ typed, isNew, around, put }: PartProps) {
  return (
    <SimpleGrid columns={2} gap="2" alignItems="start">
      <PanelText label="目标名称" value={typed.name} max={targetLimits.name} onChange={(name) => put({ name })} />
      <PanelSelect
        label="工单表单"
        value={typed.formId}
        options={around.forms}
        none="请选择"
        disabled={!isNew}
        onChange={(formId) => put({ formId })}
      />
      <PanelSelect
        label="类型"
        value={typed.kind}
        options={kinds}
        hint="换类型会填入该类型常用的计时条件"
        onChange={(kind) => put(ofKind(typed, kind as TargetKind))}
      />
      <PanelSelect
        label="时间规则"
        value={typed.timeRuleId}
        options={around.timeRules}
        none="按自然时间计"
        onChange={(timeRuleId) => put({ timeRuleId })}
      />
    </SimpleGrid>
  );
}

function Lengths({ typed, put }: PartProps) {
  const by = (priority: OrderPriority, length: number | undefined) => {
    const { [priority]: _, ...rest } = typed.minutesBy;
    put({ minutesBy: length === undefined ? rest : { ...rest, [priority]: length } });
  };
  return (
    <>
      <SimpleGrid columns={2} gap="2" alignItems="start">
        <PanelNumber
          label="时长（分钟）"
          value={typed.minutes}
          {...minutes}
          hint={minutesText(typed.minutes)}
          onChange={(length) => length !== undefined && put({ minutes: length })}
        />
        <PanelNumber
          label="提前提醒（分钟）"
          value={typed.warnMinutes}
          {...minutes}
          min={0}
          hint={typed.warnMinutes === 0 ? "不提醒" : minutesText(typed.warnMinutes)}
          onChange={(length) => put({ warnMinutes: length ?? 0 })}
        />
      </SimpleGrid>
      <SimpleGrid columns={4} gap="2" alignItems="start">
        {priorities.map((priority) => (
          <PanelNumber
            key={priority}
            label={`${orderPriorities[priority]}（分钟）`}
            value={typed.minutesBy[priority]}
            {...minutes}
            standard={typed.minutes}
            onChange={(length) => by(priority, length)}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

function Applies({ typed, around, put }: PartProps) {
  return (
    <Stack as="section" role="group" aria-label="适用的工单" gap="1.5" borderWidth="1px" borderRadius="md" p="2">
      <Text fontWeight="600">适用的工单</Text>
      <Text textStyle="xs">优先级（不选为全部）</Text>
      <Ticks
        label="适用的优先级"
        all={priorityPairs}
        chosen={typed.priorities.map(String)}
        onChange={(to) => put({ priorities: to.map(Number) as OrderPriority[] })}
      />
      <ConditionLine
        label="适用的工单"
        when={typed.applies}
        fields={around.fields ?? []}
        onChange={(applies) => put({ applies })}
      />
      <PanelSwitch
        label="追溯：后来才适用的工单也从开始计时的时刻算起"
        value={typed.retroactive}
        onChange={(retroactive) => put({ retroactive })}
      />
    </Stack>
  );
}

function Moments({ typed, around, put }: PartProps) {
  const fields = around.fields ?? [];
  const shared = { fields, withEvents: true };
  return (
    <>
      <MomentEditor
        {...shared}
        label="开始计时"
        none="请设置"
        moment={typed.start}
        onChange={(start) => put({ start })}
      />
      <MomentEditor {...shared} label="停止计时" none="请设置" moment={typed.stop} onChange={(stop) => put({ stop })} />
      <MomentEditor
        {...shared}
        label="暂停计时"
        none="不暂停"
        withEvents={false}
        moment={typed.pause}
        onChange={(pause) => put({ pause })}
      />
      <MomentEditor
        {...shared}
        label="重新计时"
        none="不重新计时"
        moment={typed.reset}
        onChange={(reset) => put({ reset })}
      />
    </>
  );
}

/** A target: for which orders, from when to when its time counts, and how long it is. */
export function TargetSheet({ id: opened, kept, onClose }: TargetSheetProps) {
  const [typed, setTyped] = useState(kept);
  const around = useSurroundings(typed.formId);
  const { id, said, changes, busy, isDirty, preview, save, keep, close } = useTarget({
    id: opened,
    kept,
    onClose: (counted?: Counted) =>
      onClose(counted && new Outcome({ show: (end) => <RecomputedDialog {...counted} onClose={end} /> })),
  });
  const whole = typed.name.trim() !== "" && typed.formId !== "";
  const part: PartProps = {
    ...{ typed, around, isNew: id === undefined },
    put: (more) => setTyped((now) => ({ ...now, ...more })),
  };
  return (
    <GuardedDrawer
      open
      title={id === undefined ? "新增服务目标" : "编辑服务目标"}
      width="640px"
      dirty={isDirty(typed)}
      onClose={() => onClose()}
      footer={
        <>
          <LeaveButton />
          <Button variant="outline" disabled={!whole || busy} onClick={() => void preview(typed)}>
            预览影响
          </Button>
          <Button disabled={!whole} loading={busy} onClick={() => void save(typed)}>
            保存
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Head {...part} />
        <Lengths {...part} />
        <Applies {...part} />
        <Moments {...part} />
        <PanelSwitch
          label="启用"
          value={typed.enabled === 1}
          onChange={(on) => setTyped((now) => ({ ...now, enabled: on ? 1 : 0 }))}
        />
        {said !== undefined && (
          <Text role="alert" color="fg.error">
            {said}
          </Text>
        )}
      </Stack>
      {changes && (
        <ChangesDialog
          changes={changes.of}
          busy={busy}
          {...(changes.saves && { onSave: (anew: boolean) => void keep(typed, anew) })}
          onClose={close}
        />
      )}
    </GuardedDrawer>
  );
}
