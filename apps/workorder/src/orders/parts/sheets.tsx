/** What is open beside a list of orders: one order, or a new one. What was typed there is not lost by opening another. */
import { LeaveQuestion } from "@liantai/ui/resource";
import { useState } from "react";
import type { Stepping } from "../../records/parts/stepping.ts";
import { TagManager } from "../../records/parts/tags.tsx";
import { ImportOrders } from "./import-orders.tsx";
import { NewOrder, type NewOrderOf } from "./new-order.tsx";
import { OrderSheet } from "./order-sheet.tsx";

/** By a notification or another screen; a new revision asks again. */
export interface AskedOrder {
  readonly id: string;
  readonly revision: number;
}

export type OpenSheet =
  | { readonly kind: "order"; readonly id: string }
  | { readonly kind: "new"; readonly of?: NewOrderOf }
  | { readonly kind: "import" | "tags" }
  | { readonly kind: "none" };

const none: OpenSheet = { kind: "none" };

export function useOrderSheet(asked: AskedOrder | undefined) {
  const [sheet, setSheet] = useState<OpenSheet>(none);
  const [dirty, setDirty] = useState(false);
  const [waiting, setWaiting] = useState<OpenSheet>();
  const [seen, setSeen] = useState(-1);
  const show = (next: OpenSheet) => {
    setSheet(next);
    setDirty(false);
    setWaiting(undefined);
  };
  const open = (next: OpenSheet) => {
    if (dirty) setWaiting(next);
    else show(next);
  };
  if (asked && asked.revision !== seen) {
    setSeen(asked.revision);
    if (sheet.kind !== "order" || sheet.id !== asked.id) open({ kind: "order", id: asked.id });
  }
  return { sheet, open, show, waiting, stay: () => setWaiting(undefined), setDirty };
}

interface SheetsProps {
  readonly sheet: ReturnType<typeof useOrderSheet>;
  /** By which the list is shown. */
  readonly formId?: string | undefined;
  readonly refetch?: () => void;
  readonly stepping?: Stepping;
}

const nothing = () => undefined;

export function OrderSheets({ sheet: of, formId, refetch = nothing, stepping }: SheetsProps) {
  const { sheet, open, show, waiting, stay, setDirty } = of;
  const close = () => open(none);
  return (
    <>
      {sheet.kind === "order" && (
        <OrderSheet
          key={sheet.id}
          id={sheet.id}
          stepping={stepping}
          onDirty={setDirty}
          onClose={close}
          onGone={() => show(none)}
          onOpen={(id) => open({ kind: "order", id })}
          onNew={(parent) => open({ kind: "new", of: { parent } })}
        />
      )}
      {sheet.kind === "new" && (
        <NewOrder of={sheet.of ?? {}} onClose={close} onMade={(id) => show({ kind: "order", id })} />
      )}
      {sheet.kind === "import" && <ImportOrders formId={formId} onClose={close} onDone={refetch} />}
      {sheet.kind === "tags" && formId !== undefined && <TagManager formId={formId} onClose={close} />}
      <LeaveQuestion open={waiting !== undefined} onLeave={() => waiting && show(waiting)} onStay={stay} />
    </>
  );
}
