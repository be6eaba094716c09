/**
 * 呼叫 in a row of a list: its numbers are asked for when it is pressed, as references (U4). A hidden one stands in no list, and a list
 * costs nothing more (rule W73).
 */
import { Button, Stack } from "@chakra-ui/react";
import { notify, selectUser, useSelector, type RootState } from "@liantai/api/client";
import { holdsNumber, type CompiledForm } from "@liantai/api/forms";
import { bus } from "@liantai/bus";
import { AppDialog } from "@liantai/ui";
import { Outcome, type Action } from "@liantai/ui/resource";
import { Phone } from "lucide-react";
import { oneRecord, type OpenRecord } from "./queries.ts";

type Dial = OpenRecord["dial"];

const call = (ref: string) => bus.publish("call.dial", { ref });

/** Which of several. */
function Choosing({ dial, onClose }: { readonly dial: Dial; readonly onClose: () => void }) {
  return (
    <AppDialog open title="选择号码" width="400px" onClose={onClose}>
      <Stack gap="2">
        {dial.map(({ label, number, ref }) => (
          <Button
            key={ref}
            variant="outline"
            justifyContent="flex-start"
            onClick={() => {
              call(ref);
              onClose();
            }}
          >
            <Phone aria-hidden />
            呼叫{label} {number}
          </Button>
        ))}
      </Stack>
    </AppDialog>
  );
}

interface Listed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly phones?: readonly unknown[] | undefined;
}

/** Whose row has a number, masked or not, in its form's fields or beside them; of any form, in the field that every form begins with. */
const hasNumber = (form: CompiledForm | undefined) => {
  const names = form ? form.fields.filter(({ content }) => holdsNumber(content)).map(({ name }) => name) : ["phone"];
  return ({ values, phones = [] }: Listed): boolean =>
    phones.length > 0 || names.some((name) => typeof values[name] === "string" && values[name] !== "");
};

/** For who has a seat to call from. `recordOf`: whose numbers they are. */
export function useCalling<Row extends Listed>(
  form: CompiledForm | undefined,
  recordOf: (row: Row) => string,
): Action<Row> {
  const seat = useSelector((state: RootState) => selectUser(state)?.agentId ?? null);
  const [find] = oneRecord.find.useLazyQuery();
  return {
    label: "呼叫",
    may: seat !== null,
    shown: hasNumber(form),
    async run(row) {
      const { dial } = await find({ body: { id: recordOf(row) } }).unwrap();
      const [first, ...more] = dial;
      if (!first) notify({ level: "info", title: "没有可以呼叫的号码" });
      else if (more.length === 0) call(first.ref);
      else return new Outcome({ show: (close) => <Choosing dial={dial} onClose={close} /> });
      return undefined;
    },
  };
}
