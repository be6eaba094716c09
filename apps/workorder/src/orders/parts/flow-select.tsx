/** By which flow an order goes. */
import { NativeSelect } from "@chakra-ui/react";

interface FlowSelectProps {
  readonly id: string;
  readonly flows: readonly { readonly id: string; readonly name: string }[];
  readonly value: string;
  readonly onChange: (flowId: string) => void;
}

export const FlowSelect = ({ id, flows, value, onChange }: FlowSelectProps) => (
  <NativeSelect.Root>
    <NativeSelect.Field id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {flows.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </NativeSelect.Field>
    <NativeSelect.Indicator />
  </NativeSelect.Root>
);
