import { NativeSelect } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { orderPhases } from "@liantai/api/contract/work-orders";
import { statuses as statusQueries, type FoundOrder } from "./queries.ts";
import { codeText } from "./words.tsx";

interface ChoiceProps {
  readonly found: FoundOrder;
  readonly blocked: boolean;
  readonly onDone: () => void;
}

/** What the state is called, of the names that the flow has for it; for whom may say so. */
export function StatusChoice({ found: { order, statuses }, blocked, onDone }: ChoiceProps) {
  const [set, { isLoading }] = statusQueries.setStatus.useMutation();
  if (statuses.length === 0) return null;
  const choose = async (status: string) => {
    try {
      await set({ body: { id: order.id, seq: order.seq, status } }).unwrap();
      notifyDone(`工单${codeText(order)}`, "更改状态");
    } catch {
      // Said by the shell; what is newer is shown below.
    }
    onDone();
  };
  return (
    <NativeSelect.Root size="xs" width="128px" disabled={blocked || isLoading}>
      <NativeSelect.Field
        aria-label="工单状态"
        title={blocked ? "请先保存填写的内容" : undefined}
        value={order.statusId}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        <option value="">{orderPhases[order.phase]}</option>
        {statuses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
