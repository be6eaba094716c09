/** 预约 from a customer, an order or a call: the server takes the number, so that who sees none reserves a call (rule W68). */
import { Button } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { subscribesApi } from "@liantai/api/contract/workorder";
import { customerNameIn } from "@liantai/api/forms";
import { formOf, SelectField, TextField, useActions, type Action } from "@liantai/ui/resource";
import type { OpenRecord } from "../../records/parts/queries.ts";
import { subscribes } from "./queries.ts";
import { ReservationFields } from "./reservation-fields.tsx";

/** By a record, of whose numbers one may be chosen by its reference, or by a call. */
type Reserved = { readonly name: string } & (
  | {
      readonly recordId: string;
      readonly numbers: readonly { readonly label: string; readonly number: string; readonly ref: string }[];
    }
  | { readonly callId: string; readonly phone: string }
);

export const reservedOf = ({ record, dial }: OpenRecord): Reserved => ({
  recordId: record.id,
  name: customerNameIn(record.values),
  numbers: dial,
});

const label = "客户姓名";
const typed = subscribesApi.add.body!.pick([
  "customerName",
  "ref",
  "subTime",
  "des",
  "agentId",
  "floatDuration",
  "remarks",
]);
// A call has no name that the server could take.
const ofCall = typed.concat(subscribesApi.update.body!.pick(["customerName"]));

export function ReserveButton({ of, size = "xs" }: { readonly of: Reserved; readonly size?: "xs" | "2xs" }) {
  const may = useMayPress("/reservationmanage")("subscribes.add");
  const [add] = subscribes.add.useMutation();
  const numbers = "recordId" in of ? of.numbers : [];
  const options = numbers.map(({ ref, label: name, number }) => ({ value: ref, label: `${name} ${number}` }));
  const source = "recordId" in of ? { recordId: of.recordId } : { callId: of.callId };
  const action: Action = {
    label: "预约",
    form: () =>
      formOf({
        title: "callId" in of && of.phone !== "" ? `预约 ${of.phone}` : "预约",
        schema: "recordId" in of ? typed : ofCall,
        values: {
          ...{ customerName: of.name, ref: options[0]?.value ?? "", subTime: "", des: "", agentId: "" },
          ...{ floatDuration: 0, remarks: "" },
        },
        fields: (
          <>
            <TextField name="customerName" label={label} />
            {options.length > 1 && <SelectField name="ref" label="预约号码" options={options} none={false} />}
            <ReservationFields />
          </>
        ),
        // What was not typed the server takes itself, unmasked.
        send: ({ ref, customerName, ...values }) =>
          add({
            body: {
              ...{ ...values, ...source, ...(ref && { ref }) },
              ...(customerName !== of.name && { customerName }),
            },
          }).unwrap(),
      }),
    done: ["预约", "新增", { note: "到时间会提醒" }],
  };
  const bar = useActions([action]);
  if (!may) return null;
  return (
    <>
      <Button size={size} variant="outline" onClick={() => void bar.press(action.label)}>
        预约
      </Button>
      {bar.opened}
    </>
  );
}
