import { chakra } from "@chakra-ui/react";
import { Check, FieldFrame, useField, type FieldProps, type Option } from "@liantai/ui";
import { useController } from "react-hook-form";

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

const Toggle = chakra("input", {
  base: {
    appearance: "none",
    position: "relative",
    w: "34px",
    h: "18px",
    flex: "none",
    borderRadius: "full",
    bg: "border.emphasized",
    cursor: "pointer",
    transition: "background 0.15s",
    focusVisibleRing: "outside",
    _before: {
      content: '""',
      position: "absolute",
      top: "2px",
      left: "2px",
      boxSize: "14px",
      borderRadius: "full",
      bg: "white",
      transition: "translate 0.15s",
    },
    _checked: { bg: "accent.solid", _before: { translate: "16px 0" } },
    _disabled: { opacity: "0.5", cursor: "not-allowed" },
  },
});

/** 1 is on, 0 is off. `on` and `off` say so beside it. */
export function SwitchField({
  name,
  on = "开启",
  off = "关闭",
  ...rest
}: FieldProps & { readonly on?: string; readonly off?: string }) {
  const { error } = useField(name);
  const { field } = useController({ name });
  const checked = Number(field.value) === 1;
  return (
    <FieldFrame {...rest} error={error} required={false} group>
      <Choices>
        <Choice data-disabled={rest.disabled || undefined}>
          <Toggle
            ref={field.ref}
            type="checkbox"
            role="switch"
            aria-label={rest.label}
            name={name}
            checked={checked}
            disabled={rest.disabled}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.checked ? 1 : 0)}
          />
          <span aria-hidden>{checked ? on : off}</span>
        </Choice>
      </Choices>
    </FieldFrame>
  );
}

/** One of a few, all in sight. The value is the option's own. */
export function RadioField({ name, options, ...rest }: FieldProps & { readonly options: readonly Option[] }) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const chosen = String(field.value ?? "");
  // The focus goes to the chosen one, or to the first, when the field is refused.
  const target = options.some((o) => String(o.value) === chosen) ? chosen : String(options[0]?.value);
  return (
    <FieldFrame {...rest} error={error} required={required} group>
      <Choices role="radiogroup" aria-label={rest.label}>
        {options.map(({ value, label, disabled }) => (
          <Choice key={value} data-disabled={rest.disabled || disabled || undefined}>
            <Check
              ref={String(value) === target ? field.ref : undefined}
              type="radio"
              name={name}
              value={String(value)}
              checked={String(value) === chosen}
              disabled={rest.disabled || disabled}
              onBlur={field.onBlur}
              onChange={() => field.onChange(value)}
            />
            {label}
          </Choice>
        ))}
      </Choices>
    </FieldFrame>
  );
}

/** Any of a few, all in sight: an array of the options' values, in the options' order. */
export function CheckboxesField({
  name,
  options,
  max,
  ...rest
}: FieldProps & {
  readonly options: readonly Option[];
  /** The others cannot be chosen when so many are. */ readonly max?: number;
}) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const chosen = new Set((Array.isArray(field.value) ? (field.value as unknown[]) : []).map(String));
  const full = max !== undefined && chosen.size >= max;
  const toggle = (value: string) => {
    if (chosen.has(value)) chosen.delete(value);
    else chosen.add(value);
    field.onChange(options.filter((o) => chosen.has(String(o.value))).map((o) => o.value));
  };
  return (
    <FieldFrame {...rest} error={error} required={required} group>
      <Choices>
        {options.map(({ value, label, disabled }, i) => {
          const on = chosen.has(String(value));
          const off = rest.disabled || disabled || (full && !on);
          return (
            <Choice key={value} data-disabled={off || undefined}>
              <Check
                ref={i === 0 ? field.ref : undefined}
                type="checkbox"
                name={name}
                checked={on}
                disabled={off}
                onBlur={field.onBlur}
                onChange={() => toggle(String(value))}
              />
              {label}
            </Choice>
          );
        })}
      </Choices>
    </FieldFrame>
  );
}
