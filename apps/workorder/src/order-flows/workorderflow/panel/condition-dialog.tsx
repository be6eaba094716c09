import { Button, Stack, Text } from "@chakra-ui/react";
import type { EdgeCondition } from "@liantai/api/contract/workorder";
import { conditionFaults } from "@liantai/api/contract/work-orders";
import { sameValue, type FormField } from "@liantai/api/forms";
import { GuardedDialog, LeaveButton } from "@liantai/ui/resource";
import { useState } from "react";
import { Faults } from "../../../parts/faults.tsx";
import { ConditionEditor, shapeOf } from "../../../parts/conditions/condition-editor.tsx";

interface ConditionDialogProps {
  readonly title: string;
  /** What it says of the fields. */
  readonly lead?: string;
  readonly when: EdgeCondition | undefined;
  readonly fields: readonly FormField[];
  readonly onDone: (when: EdgeCondition | undefined) => void;
  readonly onClose: () => void;
}

const fresh = (fields: readonly FormField[]): EdgeCondition => ({
  all: [{ field: fields[0]?.name ?? "", op: "eq", value: "" }],
});

/** When a line is taken: what rules of forms are written with, too. */
export function ConditionDialog({
  title,
  lead = "工单的字段满足以下条件时，走这条连线：",
  when,
  fields,
  onDone,
  onClose,
}: ConditionDialogProps) {
  const [first] = useState<EdgeCondition>(() =>
    when === undefined ? fresh(fields) : shapeOf(when) ? when : { all: [when] },
  );
  const [now, setNow] = useState(first);
  const [tried, setTried] = useState(false);
  const faults = conditionFaults(
    now,
    fields.map(({ name }) => name),
    (name) => fields.find((one) => one.name === name)?.label ?? name,
  );
  const done = () => (faults.length > 0 ? setTried(true) : onDone(now));
  return (
    <GuardedDialog
      open
      title={title}
      width="640px"
      dirty={!sameValue(now, first)}
      onClose={onClose}
      footer={
        <>
          <LeaveButton />
          {when !== undefined && (
            <Button variant="outline" colorPalette="red" onClick={() => onDone(undefined)}>
              清除条件
            </Button>
          )}
          <Button onClick={done}>确定</Button>
        </>
      }
    >
      <Stack gap="2">
        <Text color="fg.muted">{lead}</Text>
        <ConditionEditor condition={now} fields={fields} depth={0} onChange={setNow} />
        <Faults {...{ faults, tried }} />
      </Stack>
    </GuardedDialog>
  );
}
