import { Button } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { useState } from "react";
import { NewOrder, type NewOrderOf } from "./new-order.tsx";

/** 新建工单 from a customer or a call, for whom may; the order is opened in its list afterwards. */
export function NewOrderButton({ of }: { readonly of: NewOrderOf }) {
  const may = useMayPress("/workorderinformation")("formStream.create");
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button size="xs" variant="outline" onClick={() => setOpen(true)}>
        新建工单
      </Button>
      {open && (
        <NewOrder
          of={of}
          onClose={() => setOpen(false)}
          onMade={(caseId) => {
            setOpen(false);
            bus.publish("tab.open", { name: "workorderinformation", params: { caseId }, cover: true });
          }}
        />
      )}
    </>
  );
}
