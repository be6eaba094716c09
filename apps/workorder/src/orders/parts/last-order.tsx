/** 带入上次工单: an order of a customer begins with what stood in his last one of the same form (D11). */
import { Button, HStack, Text } from "@chakra-ui/react";
import { requestHost, send } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { isEmptyValue, type CompiledField, type FieldValue } from "@liantai/api/forms";
import type { FormStore } from "@liantai/ui/dynamic";
import { useState } from "react";

type Found = ReplyOf<typeof formStreamApi.find>;

/** As many of his orders are looked at. */
const mostLooked = 10;

async function asked<T>(given: Parameters<typeof send>[1]): Promise<T> {
  const outcome = await send<T>(requestHost(), given);
  if ("error" in outcome) throw outcome.error;
  return outcome.data;
}

async function lastOrder(customerId: string, formId: string): Promise<Found | undefined> {
  const body = { id: customerId, kind: "order", pageNo: 1, pageSize: mostLooked };
  const { list } = await asked<ReplyOf<typeof customerFormDataApi.timeline>>({
    endpoint: customerFormDataApi.timeline,
    body,
  });
  for (const { contactId, mayOpen } of list) {
    if (!mayOpen) continue;
    const found = await asked<Found>({ endpoint: formStreamApi.find, body: { id: contactId } });
    if (found.order.formId === formId) return found;
  }
  return undefined;
}

/** What belongs to that order alone: its number, how it was rated, what may not be there twice, its files. */
const isItsOwn = ({ name, type, field, computed }: CompiledField): boolean =>
  computed || type === "uploads" || field.distinct === true || name === "workCode" || name === "satisfaction";

/** Fields that nobody filled; what is masked here is left out. */
function fill(store: FormStore, values: Found["values"]): number {
  let filled = 0;
  for (const one of store.form.fields) {
    const value = values[one.name] as FieldValue | undefined;
    const { value: now, state } = store.view(one.at);
    if (isItsOwn(one) || isEmptyValue(value) || JSON.stringify(value).includes("*")) continue;
    if (!state.visible || state.locked || !isEmptyValue(now as FieldValue)) continue;
    store.change(one.name, value as FieldValue);
    filled += 1;
  }
  return filled;
}

interface LastOrderProps {
  readonly store: FormStore;
  readonly customerId: string;
  readonly onFilled: () => void;
}

export function LastOrder({ store, customerId, onFilled }: LastOrderProps) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const take = async () => {
    setBusy(true);
    try {
      const found = await lastOrder(customerId, store.form.formId);
      if (!found) return setSaid("该客户没有这张表单的历史工单");
      const filled = fill(store, found.values);
      setSaid(filled === 0 ? "没有可以带入的内容" : `已从工单${found.order.workCode}带入${filled}个字段`);
      if (filled > 0) onFilled();
    } catch {
      // The shell says why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <HStack gap="3">
      <Button size="xs" variant="outline" colorPalette="gray" loading={busy} onClick={() => void take()}>
        带入上次工单
      </Button>
      <Text role="status" color="fg.muted" textStyle="xs">
        {said}
      </Text>
    </HStack>
  );
}
