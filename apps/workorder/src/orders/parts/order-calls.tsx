/** Calls to an order's customer: at once, at a time, or as a follow-up. */
import { Button } from "@chakra-ui/react";
import { bus } from "@liantai/bus";
import { Phone } from "lucide-react";
import { ArrangeButton } from "../../follow-ups/parts/arranging.tsx";
import type { OpenRecord } from "../../records/parts/queries.ts";
import { reservedOf, ReserveButton } from "../../reminders/parts/reserve-button.tsx";

/** By sealed reference: a number that is hidden stands in no request of the page. */
export function OrderCalls({ record }: { readonly record: OpenRecord }) {
  return (
    <>
      {record.dial.map(({ field, label, number, ref }) => (
        <Button key={field} size="2xs" variant="outline" onClick={() => bus.publish("call.dial", { ref })}>
          <Phone aria-hidden />
          呼叫{label} {number}
        </Button>
      ))}
      <ReserveButton of={reservedOf(record)} size="2xs" />
      <ArrangeButton recordId={record.record.id} size="2xs" />
    </>
  );
}
