import { orderPriorities, type OrderCommandType, type OrderPriority } from "@liantai/api/contract/work-orders";
import { ConfirmDialog } from "@liantai/ui";
import { FormDialog, SelectField, TextAreaField } from "@liantai/ui/resource";
import { useState } from "react";
import type { FoundOrder } from "./queries.ts";
import { SeatField } from "./seat-field.tsx";
import { stepKinds, stepName, stepSchema, type StepKind } from "./step-kinds.ts";

/** What the dialog of a step says beside the step. */
export interface Said {
  readonly text?: string;
  readonly to?: string;
  readonly nodeId?: string;
  readonly priority?: OrderPriority;
}

type Typed = Readonly<Partial<Record<"text" | "to" | "nodeId" | "priority", string>>>;
const priorities = Object.entries(orderPriorities).map(([value, label]) => ({ value, label }));

const saidOf = ({ text, to, nodeId, priority }: Typed): Said => ({
  ...(text && { text }),
  ...(to && { to }),
  ...(nodeId && { nodeId }),
  ...(priority && { priority: Number(priority) as OrderPriority }),
});

function Fields({ kind, order }: { readonly kind: StepKind; readonly order: FoundOrder }) {
  const there = order.nodes.filter((node) => node.kind !== "start" && node.kind !== "gateway");
  return (
    <>
      {kind.node && (
        <SelectField
          name="nodeId"
          label="节点"
          options={there.map(({ id, name }) => ({ value: id, label: name }))}
          hint="跳转到结束节点即强制结束工单。"
        />
      )}
      {kind.seat && (
        <SeatField
          name="to"
          label="坐席"
          busy
          without={order.order.holder}
          {...(kind.seat === "optional" && { none: "按节点的处理人" })}
        />
      )}
      {kind.priority && (
        <SelectField
          name="priority"
          label="优先级"
          options={priorities.filter(({ value }) => value !== String(order.order.priority))}
        />
      )}
      {kind.text && <TextAreaField name="text" label={kind.text.label} rows={3} />}
    </>
  );
}

interface StepDialogProps {
  readonly command: OrderCommandType;
  readonly order: FoundOrder;
  /** Throws what the dialog is to say; it stays open then. */
  readonly send: (said: Said) => Promise<void>;
  readonly onClose: () => void;
}

/** The question or the form of one step. */
export function StepDialog({ command, order, send, onClose }: StepDialogProps) {
  const kind = stepKinds[command] ?? { ask: "question" };
  const [busy, setBusy] = useState(false);
  const name = stepName(command);
  const [schema] = useState(() => stepSchema(kind));
  if (kind.ask === "form")
    return (
      <FormDialog
        open
        title={name}
        schema={schema}
        values={{ text: "", to: "", nodeId: "", priority: "" }}
        submit={name}
        onSubmit={(typed: Typed) => send(saidOf(typed))}
        onClose={onClose}
      >
        <Fields kind={kind} order={order} />
      </FormDialog>
    );
  const confirm = async () => {
    setBusy(true);
    await send({}).catch(() => undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`${name}工单`}
      text={kind.question ?? `确定要${name}该工单吗？`}
      confirm={name}
      busy={busy}
      {...(kind.danger && { dangerous: true })}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
