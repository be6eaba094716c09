/** 呼转 of a seat: when its calls are forwarded and where to, or not any more. */
import { forwardFields } from "@liantai/api/contract/admin";
import { forwardChoices, forwardWords } from "@liantai/api/contract/forward";
import { FormDialog, MaskedField, SelectField } from "@liantai/ui/resource";
import { object } from "yup";
import { supervised } from "../../parts/hearing.tsx";
import type { Seat } from "./columns.tsx";
import type { Asked } from "./commands.ts";

interface ForwardDialogProps extends Asked {
  readonly seat: Seat | undefined;
}

const schema = object(forwardFields);
const choices = forwardChoices.map((value) => ({ value, label: forwardWords(value) }));

export function ForwardDialog({ agentId, name, seat, onClose }: ForwardDialogProps) {
  return (
    <FormDialog
      open
      title={`坐席${name}的呼转`}
      schema={schema}
      values={{ forwardModes: seat?.forwardModes ?? "", forwardTo: seat?.forwardTo ?? "" }}
      onSubmit={({ forwardModes: mode, forwardTo: number }) =>
        supervised(
          mode
            ? // A masked number that nobody typed over stays as it is set.
              { command: "setTransferNumber", agentId, mode, ...(number ? { number } : {}) }
            : { command: "cancelTransferNumber", agentId },
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <SelectField name="forwardModes" label="呼转条件" options={choices} none="不呼转" />
          {form.watch("forwardModes") !== "" && (
            <MaskedField name="forwardTo" label="呼转号码" placeholder="分机号或电话号码" />
          )}
        </>
      )}
    </FormDialog>
  );
}
