/** The title of an order that nobody has submitted yet: its creator calls it anew. */
import { Input, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { orderLimits } from "@liantai/api/contract/work-orders";
import { useState } from "react";
import { orders, type FoundOrder } from "./queries.ts";

interface TitleProps {
  readonly found: FoundOrder;
  /** Text was typed into the form: what is newer would throw it away. */
  readonly blocked: boolean;
  readonly onDone: () => void;
}

export function OrderTitle({ found: { order, actions }, blocked, onDone }: TitleProps) {
  const [handle, { isLoading }] = orders.handle.useMutation();
  const [typed, setTyped] = useState(order.title);
  if (order.state !== "draft" || order.workCode !== "" || !actions.includes("save"))
    return (
      <Text as="span" fontWeight="600">
        {order.title}
      </Text>
    );
  const save = async () => {
    const title = typed.trim();
    if (title === "" || title === order.title) return setTyped(order.title);
    try {
      await handle({ body: { id: order.id, command: "save", seq: order.seq, title } }).unwrap();
      notifyDone("标题", "保存");
    } catch {
      // Said by the shell; what is newer is shown below.
    }
    onDone();
  };
  return (
    <Input
      size="xs"
      width="260px"
      aria-label="标题"
      title={blocked ? "请先保存填写的内容" : undefined}
      value={typed}
      maxLength={orderLimits.title}
      disabled={blocked || isLoading}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && event.currentTarget.blur()}
    />
  );
}
