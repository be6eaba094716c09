/** 呼转 of a seat: when its calls are forwarded and where to, or not any more. */
import { forwardFields } from "@liantai/api/contract/admin";
import { forwardChoices, forwardWords } from "@liantai/api/contract/forward";
import type { BusEvents } from "@liantai/bus";
import { FormDialog, SelectField, TextField } from "@liantai/ui/resource";
import { object } from "yup";
import type { Seat } from "./columns.tsx";

type Asked = Pick<BusEvents["seat.supervise"], "command" | "mode" | "number">;

interface ForwardDialogProps {
  readonly name: string;
  readonly seat: Seat | undefined;
  /** Nothing: it stays as it is. */
  readonly onClose: (asked?: Asked) => void;
}

const schema = object(forwardFields);
const choices = forwardChoices.map((value) => ({ value, label: forwardWords(value) }));

export function ForwardDialog({ name, seat, onClose }: ForwardDialogProps) {
  // A masked number cannot be sent back.
  const forwardTo = seat?.forwardTo.includes("*") ? "" : (seat?.forwardTo ?? "");
  return (
    <FormDialog
      open
      title={`坐席${name}的呼转`}
      schema={schema}
      values={{ forwardModes: seat?.forwardModes ?? "", forwardTo }}
      onSubmit={async ({ forwardModes, forwardTo: number }) =>
        onClose(
          forwardModes
            ? { command: "setTransferNumber", mode: forwardModes, number }
            : { command: "cancelTransferNumber" },
        )
      }
      onClose={() => onClose()}
    >
      {(form) => (
        <>
          <SelectField name="forwardModes" label="呼转条件" options={choices} none="不呼转" />
          {form.watch("forwardModes") !== "" && (
            <TextField name="forwardTo" label="呼转号码" inputMode="tel" placeholder="分机号或电话号码" />
          )}
        </>
      )}
    </FormDialog>
  );
}
