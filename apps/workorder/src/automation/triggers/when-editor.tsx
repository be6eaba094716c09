import { SimpleGrid, Stack, Text } from "@chakra-ui/react";
import {
  eventText,
  orderStates,
  recordEvents,
  triggerEventKeys,
  warnedStates,
  type KeptState,
  type TriggerEvent,
  type TriggerWhen,
  triggerMoments,
} from "@liantai/api/contract/work-orders";
import type { CompiledForm } from "@liantai/api/forms";
import { Ticks } from "@liantai/ui";
import { PanelNumber, PanelSelect, type Pairs } from "@liantai/ui/board";
import { minutesText } from "../../order-flows/parts/words.ts";

interface WhenProps {
  readonly when: TriggerWhen;
  readonly form: CompiledForm;
  readonly timeRules: Pairs;
  readonly onChange: (when: TriggerWhen) => void;
}

const kinds: Pairs = Object.entries(triggerMoments);
const states: Pairs = warnedStates.map((state) => [state, orderStates[state]]);
const fresh = (on: string): TriggerWhen =>
  on === "timed" ? { on: "timed", state: "pooled", minutes: 30, timeRuleId: "" } : { on: "event", events: [] };

function Happens({ when, form, onChange }: WhenProps & { readonly when: Extract<TriggerWhen, { on: "event" }> }) {
  const order = form.formType === "workOrder";
  const all = triggerEventKeys.filter((event) => order || Object.hasOwn(recordEvents, event));
  const { events, fields = [] } = when;
  return (
    <Stack gap="1">
      <Ticks
        label="触发的情况"
        all={all.map((event) => [event, eventText(event)])}
        chosen={events}
        onChange={(chosen) => onChange({ ...when, events: chosen as TriggerEvent[] })}
      />
      {events.includes("record.updated") && (
        <>
          <Text textStyle="xs" color="fg.muted">
            修改数据时，只在以下字段变化时触发（不选即任何字段）：
          </Text>
          <Ticks
            label="变化的字段"
            all={form.fields.map(({ name, label }) => [name, label])}
            chosen={fields}
            onChange={(chosen) => onChange({ ...when, fields: chosen })}
          />
        </>
      )}
    </Stack>
  );
}

/** When it looks: something happens, or nothing does for so long. */
export function WhenEditor(props: WhenProps) {
  const { when, form, timeRules, onChange } = props;
  return (
    <Stack gap="2">
      {form.formType === "workOrder" && (
        <PanelSelect label="触发时机" value={when.on} options={kinds} onChange={(on) => onChange(fresh(on))} />
      )}
      {when.on === "event" ? (
        <Happens {...props} when={when} />
      ) : (
        <SimpleGrid columns={3} gap="2" alignItems="start">
          <PanelSelect
            label="工单状态"
            value={when.state}
            options={states}
            onChange={(state) => onChange({ ...when, state: state as KeptState })}
          />
          <PanelNumber
            label="停留超过（分钟）"
            value={when.minutes}
            min={1}
            max={525_600}
            standard={undefined}
            hint={minutesText(when.minutes)}
            onChange={(minutes) => minutes !== undefined && onChange({ ...when, minutes })}
          />
          <PanelSelect
            label="时间规则"
            value={when.timeRuleId ?? ""}
            options={timeRules}
            none="按自然时间计"
            onChange={(timeRuleId) => onChange({ ...when, timeRuleId })}
          />
        </SimpleGrid>
      )}
    </Stack>
  );
}
