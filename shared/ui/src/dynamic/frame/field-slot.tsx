import { Box, Text } from "@chakra-ui/react";
import type { CompiledField } from "@liantai/api/forms";
import { FieldFrame } from "@liantai/ui";
import { memo, useCallback } from "react";
import { useFieldView, useFormStore } from "../context.ts";
import { controls, isGroup } from "../controls/control.tsx";
import { MaskedControl } from "../controls/text.tsx";
import { Reveal } from "./reveal.tsx";

interface FieldSlotProps {
  readonly field: CompiledField;
  /** Tracks of the grid that it takes. */
  readonly span: number;
}

/** One field of a form. It follows its own state alone: what is typed elsewhere draws it only where it depends on it. */
export const FieldSlot = memo(function FieldSlot({ field, span }: FieldSlotProps) {
  const store = useFormStore();
  const { state, value, errors } = useFieldView(store, field.at);
  const onChange = useCallback((next: unknown) => store.change(field.name, next), [store, field]);
  if (!state.visible) return null;
  const Control = controls[field.type];
  const masked = store.maskOf(field);
  const error = errors.get(field.name) ?? (field.type === "rows" ? undefined : [...errors.values()][0]);
  const hint = [field.note, ...state.warnings].filter(Boolean);
  const common = { field, value, disabled: state.locked, allowed: state.options, errors, onChange };
  return (
    <Box gridColumn={`span ${span}`} data-field={field.name} minW="0">
      <FieldFrame
        label={field.label}
        error={error}
        required={state.required}
        disabled={state.locked}
        group={isGroup(field)}
        hint={
          hint.length > 0
            ? hint.map((text, i) => (
                <Text key={text} as="span" display="block" color={i >= (field.note ? 1 : 0) ? "orange.fg" : undefined}>
                  {text}
                </Text>
              ))
            : undefined
        }
      >
        {masked !== undefined && field.type === "input" ? (
          <MaskedControl {...common} masked={masked} />
        ) : (
          <Control {...common} />
        )}
        {masked !== undefined && <Reveal field={field} />}
      </FieldFrame>
    </Box>
  );
});
