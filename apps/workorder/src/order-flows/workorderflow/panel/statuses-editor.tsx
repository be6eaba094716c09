import { Button, HStack, IconButton, Input, NativeSelect, Text } from "@chakra-ui/react";
import { flowLimits, namedStates, orderStates, type NamedStatus } from "@liantai/api/contract/work-orders";
import { Trash2 } from "lucide-react";
import { PanelSection } from "../../parts/node-editor/node-editor.tsx";
import { newId } from "../../parts/graph.ts";

interface StatusesProps {
  readonly statuses: readonly NamedStatus[];
  readonly onChange: (statuses: readonly NamedStatus[]) => void;
}

interface LineProps {
  readonly status: NamedStatus;
  readonly place: number;
  readonly onChange: (part: Partial<NamedStatus>) => void;
  readonly onRemove: () => void;
}

function Line({ status: { name, state }, place, onChange, onRemove }: LineProps) {
  return (
    <HStack as="li" gap="1">
      <Input
        size="xs"
        aria-label={`第${place}个状态的名称`}
        placeholder="如 等客户回复"
        value={name}
        maxLength={flowLimits.statusName}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <NativeSelect.Root size="xs" w="96px" flex="none">
        <NativeSelect.Field
          aria-label={`第${place}个状态属于`}
          value={state}
          onChange={(event) => onChange({ state: event.target.value as NamedStatus["state"] })}
        >
          {namedStates.map((one) => (
            <option key={one} value={one}>
              {orderStates[one]}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      <IconButton size="2xs" variant="ghost" aria-label={`移除第${place}个状态`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </HStack>
  );
}

/** Names that orders of the flow may be given while they are in a state. */
export function StatusesEditor({ statuses, onChange }: StatusesProps) {
  const change = (at: number, part: Partial<NamedStatus>) =>
    onChange(statuses.map((one, n) => (n === at ? { ...one, ...part } : one)));
  return (
    <PanelSection title="工单状态">
      <Text color="fg.muted" textStyle="xs">
        给系统状态起更具体的名称，处理人在工单里选用，列表可按名称查询。
      </Text>
      {statuses.map((status, at) => (
        <Line
          key={status.id}
          status={status}
          place={at + 1}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange(statuses.filter((one) => one.id !== status.id))}
        />
      ))}
      <Button
        size="xs"
        variant="outline"
        alignSelf="start"
        disabled={statuses.length >= flowLimits.statuses}
        onClick={() => onChange([...statuses, { id: newId(), name: "", state: "handling" }])}
      >
        添加状态
      </Button>
    </PanelSection>
  );
}
