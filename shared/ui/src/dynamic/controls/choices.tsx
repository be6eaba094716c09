import { Box, Button, chakra, NativeSelectField, NativeSelectIndicator, NativeSelectRoot } from "@chakra-ui/react";
import { limits } from "@liantai/api/contract/parts";
import { Check } from "@liantai/ui";
import { useId } from "react";
import { useOptions } from "./use-options.ts";
import { textIn, type ControlProps } from "./types.ts";

const Choices = chakra("div", {
  base: { display: "flex", flexWrap: "wrap", columnGap: "4", rowGap: "1", minH: "30px", alignItems: "center" },
});
const Choice = chakra("label", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    cursor: "pointer",
    "&[data-disabled]": { opacity: "0.5", cursor: "not-allowed" },
  },
});

export function Failed({ retry }: { readonly retry: () => void }) {
  return (
    <Box color="fg.error" textStyle="xs">
      选项没有取到
      <Button size="2xs" variant="ghost" ms="1" onClick={retry}>
        重试
      </Button>
    </Box>
  );
}

export function SelectControl({ field, value, disabled, allowed, label, onChange }: ControlProps) {
  const text = textIn(value);
  const { shown, loading, failed } = useOptions(field, allowed, [text]);
  return (
    <>
      <NativeSelectRoot disabled={disabled}>
        <NativeSelectField
          value={text}
          {...(label === undefined ? {} : { "aria-label": label })}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{loading ? "正在加载选项" : field.placeholder}</option>
          {shown.map(({ label_name, label_value }) => (
            <option key={label_value} value={label_value}>
              {label_name}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      {failed && <Failed retry={failed.retry} />}
    </>
  );
}

/** Pressed again, the chosen one is chosen no more: a choice that need not be made can be taken back. */
export function RadioControl({ field, value, disabled, allowed, onChange }: ControlProps) {
  const text = textIn(value);
  const { shown, failed } = useOptions(field, allowed, [text]);
  const group = useId();
  return (
    <Choices role="radiogroup" aria-label={field.label}>
      {shown.map(({ label_name, label_value }) => (
        <Choice key={label_value} data-disabled={disabled || undefined}>
          <Check
            type="radio"
            name={group}
            value={label_value}
            checked={label_value === text}
            disabled={disabled}
            onClick={() => label_value === text && !field.require && onChange("")}
            onChange={() => onChange(label_value)}
          />
          {label_name}
        </Choice>
      ))}
      {failed && <Failed retry={failed.retry} />}
    </Choices>
  );
}

export function BoxesControl({ field, value, disabled, allowed, onChange }: ControlProps) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const { shown, failed } = useOptions(field, allowed, chosen);
  const full = chosen.length >= limits.checkbox;
  const toggle = (one: string) =>
    onChange(
      shown
        .map(({ label_value }) => label_value)
        .filter((each) => (each === one ? !chosen.includes(one) : chosen.includes(each))),
    );
  return (
    <Choices>
      {shown.map(({ label_name, label_value }) => {
        const on = chosen.includes(label_value);
        const off = disabled || (full && !on);
        return (
          <Choice key={label_value} data-disabled={off || undefined}>
            <Check
              type="checkbox"
              value={label_value}
              checked={on}
              disabled={off}
              onChange={() => toggle(label_value)}
            />
            {label_name}
          </Choice>
        );
      })}
      {failed && <Failed retry={failed.retry} />}
    </Choices>
  );
}
