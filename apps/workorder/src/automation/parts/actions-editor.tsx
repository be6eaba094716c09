import { HStack, Stack } from "@chakra-ui/react";
import { automationLimits, type AutomationAction } from "@liantai/api/contract/work-orders";
import type { CompiledForm } from "@liantai/api/forms";
import { LineButtons } from "../../parts/line-buttons.tsx";
import { AddLine } from "../../parts/add-line.tsx";
import { ActionEditor, doesOf, freshAction } from "./action-editor.tsx";
import type { UseSeats } from "../../parts/seat-picks.tsx";

interface ActionsProps {
  readonly actions: readonly AutomationAction[];
  readonly form: CompiledForm;
  readonly useSeats: UseSeats;
  readonly onChange: (actions: readonly AutomationAction[]) => void;
}

const swapped = <T,>(list: readonly T[], at: number, by: 1 | -1): readonly T[] =>
  list.with(at, list[at + by]!).with(at + by, list[at]!);

/** What is done, in this order. */
export function ActionsEditor({ actions, form, useSeats, onChange }: ActionsProps) {
  return (
    <Stack gap="2" role="group" aria-label="动作">
      {actions.map((action, at) => (
        <HStack key={at} gap="1" align="flex-start" role="group" aria-label={`动作${at + 1}`}>
          <ActionEditor {...{ action, form, useSeats }} onChange={(next) => onChange(actions.with(at, next))} />
          <LineButtons
            label={`动作${at + 1}`}
            first={at === 0}
            last={at === actions.length - 1}
            onStep={(by) => onChange(swapped(actions, at, by))}
            onRemove={() => onChange(actions.toSpliced(at, 1))}
          />
        </HStack>
      ))}
      <AddLine
        disabled={actions.length >= automationLimits.actions}
        onAdd={() => onChange([...actions, freshAction(doesOf(form)[0]!, form)])}
      >
        添加动作
      </AddLine>
    </Stack>
  );
}
