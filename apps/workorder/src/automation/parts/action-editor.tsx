import {
  Box,
  HStack,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Stack,
} from "@chakra-ui/react";
import {
  automationDoes,
  automationLimits,
  isSettable,
  orderPriorities,
  warnHearers,
  type AutomationAction,
  type AutomationDo,
  type OrderPriority,
  type WarnHearer,
} from "@liantai/api/contract/work-orders";
import type { CompiledForm } from "@liantai/api/forms";
import { Ticks } from "@liantai/ui";
import { nameAmong, type Pairs } from "@liantai/ui/board";
import { SeatPicks, type UseSeats } from "../../parts/seat-picks.tsx";
import { ValueInput } from "./value-input.tsx";

interface ActionProps {
  readonly action: AutomationAction;
  readonly form: CompiledForm;
  readonly useSeats: UseSeats;
  readonly onChange: (action: AutomationAction) => void;
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: Pairs;
  readonly none?: string;
  readonly onChange: (value: string) => void;
}

function Select({ label, value, options, none, onChange }: SelectProps) {
  const unknown = value !== "" && options.every(([one]) => one !== value);
  return (
    <NativeSelectRoot size="xs">
      <NativeSelectField aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {unknown && <option value={value}>{nameAmong(options, value)}</option>}
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </NativeSelectField>
      <NativeSelectIndicator />
    </NativeSelectRoot>
  );
}

const ofOrders: readonly AutomationDo[] = ["assign", "priority", "comment", "urge"];
export const doesOf = (form: CompiledForm): readonly AutomationDo[] =>
  (Object.keys(automationDoes) as AutomationDo[]).filter(
    (one) => form.formType === "workOrder" || !ofOrders.includes(one),
  );

/** What an action of a kind begins with. */
export function freshAction(kind: AutomationDo, form: CompiledForm): AutomationAction {
  switch (kind) {
    case "set":
      return { do: kind, field: form.fields.find(isSettable)?.name ?? "", value: null };
    case "assign":
      return { do: kind, to: "" };
    case "priority":
      return { do: kind, priority: 2 };
    case "comment":
    case "urge":
      return { do: kind, text: "" };
    case "remind":
      return { do: kind, whom: ["holders"], agentIds: [], text: "" };
    case "push":
      return { do: kind };
  }
}

function Said({ label, value, onChange }: Pick<SelectProps, "label" | "value" | "onChange">) {
  return (
    <Input
      size="xs"
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={automationLimits.text}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function SetField({
  action,
  form,
  onChange,
}: ActionProps & { readonly action: Extract<AutomationAction, { do: "set" }> }) {
  const fields = form.fields.filter(isSettable);
  const field = form.byName.get(action.field);
  return (
    <Stack gap="1">
      <Select
        label="设置的字段"
        value={action.field}
        options={fields.map(({ name, label }) => [name, label])}
        onChange={(name) => onChange({ ...action, field: name, value: null })}
      />
      {field && <ValueInput field={field} value={action.value} onChange={(value) => onChange({ ...action, value })} />}
    </Stack>
  );
}

function Remind({
  action,
  form,
  useSeats,
  onChange,
}: ActionProps & { readonly action: Extract<AutomationAction, { do: "remind" }> }) {
  const order = form.formType === "workOrder";
  const hearers = Object.entries(warnHearers) as [WarnHearer, string][];
  return (
    <Stack gap="1">
      <Ticks
        label="提醒的人"
        all={order ? hearers : [["holders", "负责人"]]}
        chosen={action.whom}
        onChange={(whom) => onChange({ ...action, whom: whom as WarnHearer[] })}
      />
      <SeatPicks label="提醒的坐席" useSeats={useSeats} chosen={action.agentIds}>
        {(all) => (
          <Ticks
            label="提醒的坐席"
            all={all}
            chosen={action.agentIds}
            onChange={(agentIds) => onChange({ ...action, agentIds })}
          />
        )}
      </SeatPicks>
      <Said label="提醒内容" value={action.text} onChange={(text) => onChange({ ...action, text })} />
    </Stack>
  );
}

function Details(props: ActionProps) {
  const { action, useSeats, onChange } = props;
  switch (action.do) {
    case "set":
      return <SetField {...props} action={action} />;
    case "assign":
      return (
        <SeatPicks label="指派的坐席" useSeats={useSeats} chosen={[action.to]}>
          {(options) => (
            <Select
              label="指派的坐席"
              value={action.to}
              options={options}
              none="请选择坐席"
              onChange={(to) => onChange({ ...action, to })}
            />
          )}
        </SeatPicks>
      );
    case "priority":
      return (
        <Select
          label="优先级"
          value={String(action.priority)}
          options={Object.entries(orderPriorities)}
          onChange={(one) => onChange({ ...action, priority: Number(one) as OrderPriority })}
        />
      );
    case "comment":
    case "urge":
      return (
        <Said
          label={action.do === "comment" ? "备注内容" : "催办内容"}
          value={action.text}
          onChange={(text) => onChange({ ...action, text })}
        />
      );
    case "remind":
      return <Remind {...props} action={action} />;
    case "push":
      return null;
  }
}

/** One action: its kind, and what belongs to it. */
export function ActionEditor(props: ActionProps) {
  const { action, form, onChange } = props;
  return (
    <HStack flex="1" minW="0" gap="1" align="flex-start">
      <Box w="120px" flex="none">
        <Select
          label="动作"
          value={action.do}
          options={doesOf(form).map((one) => [one, automationDoes[one]])}
          onChange={(kind) => onChange(freshAction(kind as AutomationDo, form))}
        />
      </Box>
      <Box flex="1" minW="0">
        <Details {...props} />
      </Box>
    </HStack>
  );
}
