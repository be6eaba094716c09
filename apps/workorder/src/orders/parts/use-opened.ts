import { useBus } from "@liantai/bus/react";
import { useWhenActive } from "@liantai/ui";
import { useEffect, useRef, useState } from "react";
import { oneRecord, type OpenRecord } from "../../records/parts/queries.ts";
import { orders, type FoundOrder } from "./queries.ts";

export interface Opened {
  /** Another when values, node, holder or what may be done with the fields are: then its form begins anew. */
  readonly key: string;
  readonly found: FoundOrder;
  readonly record: OpenRecord;
}

/** Who has it in hand has looked at it: nobody takes it back from him any more. Once an order. */
function useLooked(found: FoundOrder | undefined): void {
  const [handle] = orders.handle.useMutation();
  const looked = useRef("");
  const id = found?.actions.includes("open") ? found.order.id : "";
  useEffect(() => {
    if (id === "" || looked.current === id) return;
    looked.current = id;
    void handle({ body: { id, command: "open" } });
  }, [id, handle]);
}

const keyOf = ({ order, fields, actions }: FoundOrder, { record, form }: OpenRecord): string =>
  JSON.stringify([
    ...[record.version, form.version, order.nodeId, order.phase, order.holder, fields],
    // Whether it is drawn to be typed into.
    actions.includes("save"),
  ]);

/**
 * An order with its values, fresh. While something is typed or asked (`held`) the form that is shown stays, and `newer` says that there is
 * another; `take` shows it. Urges and comments leave the form as it is.
 */
export function useOpened(id: string, held: boolean) {
  const fresh = { refetchOnMountOrArgChange: true } as const;
  const order = orders.find.useQuery({ body: { id } }, fresh);
  const recordId = order.currentData?.order.recordId ?? "";
  const record = oneRecord.find.useQuery({ body: { id: recordId } }, { ...fresh, skip: recordId === "" });
  const [shown, setShown] = useState<Opened>();
  const [taking, setTaking] = useState(false);
  const still = !order.isFetching && !record.isFetching;
  const now =
    still && order.currentData && record.currentData
      ? {
          key: keyOf(order.currentData, record.currentData),
          found: order.currentData,
          record: record.currentData,
        }
      : undefined;
  const newer = now !== undefined && shown !== undefined && now.key !== shown.key;
  const other = now !== undefined && (now.found !== shown?.found || now.record !== shown.record);
  if (other && (!newer || !held || taking)) {
    setShown(now);
    setTaking(false);
  }
  const again = () => {
    void order.refetch();
    if (recordId !== "") void record.refetch();
  };
  useLooked(order.currentData);
  const soon = useWhenActive(again);
  useBus("workorder.changed", ({ caseId }) => caseId === id && soon());
  useBus("link.refetch", soon);
  return {
    opened: shown,
    newer: newer && held,
    error: shown === undefined ? (order.error ?? record.error) : undefined,
    retry: again,
    take() {
      setTaking(true);
      again();
    },
  };
}
