import {
  chakra,
  FieldErrorText,
  FieldHelperText,
  FieldLabel,
  FieldRoot,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
} from "@chakra-ui/react";
import {
  createContext,
  useContext,
  useEffect,
  useState,
  type ChangeEvent,
  type CompositionEvent,
  type ReactNode,
} from "react";
import { lengths, typedChars, typedDigits } from "@liantai/api/contract/base";
import { get, useController, useFormContext, useFormState, type FieldError } from "react-hook-form";
import { FormFrameContext } from "./form.tsx";

/** What every field takes. */
export interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** Said under the field. */
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  /** Default: 160 px in a query bar, the whole width elsewhere. */
  readonly width?: string;
}

/** Set by QueryBar: its fields are narrow, and their selects begin with 全部. */
export const QueryBarContext = createContext(false);

/**
 * What is wrong with a field, a list's own rule included. It alone is drawn anew when that changes: who asks the form's state
 * of the form has every field drawn for the first letter in any of them.
 */
export function useFieldError(name: string): FieldError | undefined {
  const { errors } = useFormState({ name });
  return get(errors, name) as FieldError | undefined;
}

/** What is wrong with a list as a whole: its own rule's error stands at its root, those of its rows at them. */
export function useListFault(name: string): string | undefined {
  const error = useFieldError(name);
  return error?.message ?? (error as { root?: { message?: string } } | undefined)?.root?.message;
}

/**
 * A field of the form round it: its binding, what is wrong with it, whether it must be given, how long it may be.
 * `maskedAs`: MaskedField's.
 */
export function useField(name: string, maskedAs?: string) {
  const form = useFormContext();
  const { required, longest, join } = useContext(FormFrameContext);
  useEffect(() => join(name, maskedAs), [join, name, maskedAs]);
  return { form, error: useFieldError(name)?.message, required: required(name), longest: longest(name) };
}

interface FrameProps extends Omit<FieldProps, "name"> {
  readonly error: string | undefined;
  readonly required: boolean;
  /** Several inputs under one name: read as a group. */
  readonly group?: boolean;
  readonly children: ReactNode;
}

/** Label, hint and what is wrong, round an input. */
export function FieldFrame({ label, hint, disabled, width, error, required, group, children }: FrameProps) {
  const inBar = useContext(QueryBarContext);
  const marked = required && !inBar ? { _after: { content: '"*"', color: "fg.error", ms: "0.5" } } : {};
  return (
    <FieldRoot
      invalid={error !== undefined}
      disabled={disabled}
      required={required && !inBar}
      w={width ?? (inBar ? "160px" : "full")}
      gap="1"
      {...(group ? { role: "group", "aria-label": label } : {})}
    >
      {group ? (
        <FieldLabel textStyle="xs" asChild {...marked}>
          <span>{label}</span>
        </FieldLabel>
      ) : (
        <FieldLabel textStyle="xs" {...marked}>
          {label}
        </FieldLabel>
      )}
      {children}
      {hint !== undefined && hint !== "" && <FieldHelperText>{hint}</FieldHelperText>}
      {error !== undefined && <FieldErrorText>{error}</FieldErrorText>}
    </FieldRoot>
  );
}

interface TextFieldProps extends FieldProps {
  /** numeric: digits only, others are dropped while typing. */
  readonly inputMode?: "numeric" | "text" | "tel" | "url" | "decimal";
  /** Word characters and Chinese characters only (realtime.md section 5): others are dropped, what is being composed at its end. */
  readonly chars?: boolean;
  readonly placeholder?: string;
  /** Default: what the field's rule lets in, else 30. */
  readonly maxLength?: number;
  /** Stands in front of or behind what is typed, e.g. a unit. */
  readonly unit?: string;
}

export const Unit = chakra("span", { base: { flex: "none", color: "fg.muted", whiteSpace: "nowrap" } });
const Row = chakra("div", { base: { display: "flex", alignItems: "center", gap: "2", w: "full" } });
/** An input and its unit. */
export const withUnit = (input: ReactNode, unit: string | undefined) =>
  unit ? (
    <Row>
      {input}
      <Unit>{unit}</Unit>
    </Row>
  ) : (
    input
  );

export function TextField({ name, inputMode, chars = false, placeholder, maxLength, unit, ...rest }: TextFieldProps) {
  const { form, error, required, longest = lengths.input } = useField(name);
  const { onChange, ...bound } = form.register(name);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    // Digits only: what is none never stands there.
    if (inputMode === "numeric") event.target.value = typedDigits(event.target.value);
    // Between the letters of a pinyin there are signs, which the input method takes away itself.
    const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
    if (chars && !composing) event.target.value = typedChars(event.target.value);
    return onChange(event);
  };
  const composed = ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
    const kept = typedChars(currentTarget.value);
    if (kept === currentTarget.value) return;
    currentTarget.value = kept;
    void onChange({ target: currentTarget, type: "change" });
  };
  return (
    <FieldFrame {...rest} error={error} required={required}>
      {withUnit(
        <Input
          {...bound}
          onChange={(event) => void change(event)}
          onCompositionEnd={chars ? composed : undefined}
          placeholder={placeholder ?? `请输入${rest.label}`}
          inputMode={inputMode}
          maxLength={maxLength ?? longest}
          autoComplete="off"
        />,
        unit,
      )}
    </FieldFrame>
  );
}

export interface Option<T extends string | number = string | number> {
  readonly value: T;
  readonly label: string;
  readonly disabled?: boolean;
  /** Switched off: marked, and offered in a form only where it is chosen already. */
  readonly off?: boolean;
}

/** How the name of what is switched off reads. */
export const offText = (name: string): string => `${name}（已停用）`;

export const optionText = ({ label, off }: Pick<Option, "label" | "off">): string =>
  off === true ? offText(label) : label;

/** Those that can be chosen now: what is switched off can be kept. */
export const offeredOf = <O extends Option>(options: readonly O[], kept: (value: string) => boolean): readonly O[] =>
  options.some(({ off }) => off) ? options.filter(({ value, off }) => off !== true || kept(String(value))) : options;

/** Stands for choices that have not come yet; known by being this very list. */
export const pendingOptions: readonly Option[] = [];

/** The choices of a list that is asked for. undefined: it has not come yet. */
export const optionsFrom = <T,>(list: readonly T[] | undefined, of: (one: T) => Option): readonly Option[] =>
  list?.map(of) ?? pendingOptions;

/** Those of what has an id and a name; enabled 0: switched off. */
export const namedOptions = (
  list: readonly { readonly id: string; readonly name: string; readonly enabled?: number }[] | undefined,
): readonly Option[] =>
  optionsFrom(list, ({ id, name, enabled }) => ({ value: id, label: name, ...(enabled === 0 ? { off: true } : {}) }));

/** What a person knows by sight: a number, a seat's, words. Everything else is an id. */
const readable = /^\+?\d{3,}$|\p{Script=Han}/u;

/** How a value reads that is not among the choices: never as an id. `pending`: they have not come yet. */
export function unknownText(value: string, pending = false): string {
  const known = readable.test(value) ? value : "";
  if (pending) return known || "（选项尚未加载）";
  return `${known}（已删除或不可选）`;
}

interface SelectFieldProps extends FieldProps {
  /** `pendingOptions` until they have come. */
  readonly options: readonly Option[];
  /** The choice of none. Default: 全部 in a query bar, 请选择 elsewhere; false: one must be chosen. */
  readonly none?: string | false;
  /** The options are what a search found: what is chosen stays chosen by its name when another search does not find it. */
  readonly searched?: boolean;
}

/** How the value reads that is not among the options; undefined: it is, or there is none. */
function useUnknown(value: string, options: readonly Option[], searched: boolean): string | undefined {
  const found = options.find((o) => String(o.value) === value);
  const [last, keep] = useState(found);
  if (found && (found.value !== last?.value || found.label !== last.label)) keep(found);
  if (found || value === "") return undefined;
  return searched && String(last?.value) === value ? last?.label : unknownText(value, options === pendingOptions);
}

export function SelectField({ name, options, none, searched = false, ...rest }: SelectFieldProps) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const inBar = useContext(QueryBarContext);
  const empty = none ?? (inBar ? "全部" : `请选择${rest.label}`);
  const value = field.value === undefined || field.value === null ? "" : String(field.value);
  // A select would show its first choice where it has not got the value: what is shown is what is sent.
  const unknown = useUnknown(value, options, searched);
  // Who chose another one may go back to it.
  const [kept, keep] = useState<readonly string[]>([value]);
  if (!kept.includes(value)) keep([...kept, value]);
  const offered = inBar ? options : offeredOf(options, (one) => kept.includes(one));
  return (
    <FieldFrame {...rest} error={error} required={required}>
      <NativeSelectRoot disabled={rest.disabled}>
        <NativeSelectField {...field} value={value}>
          {empty !== false ? (
            <option value="">{empty}</option>
          ) : (
            // Said while nothing is chosen, and no choice.
            value === "" && (
              <option value="" hidden>
                请选择{rest.label}
              </option>
            )
          )}
          {unknown !== undefined && <option value={value}>{unknown}</option>}
          {offered.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {optionText(option)}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
    </FieldFrame>
  );
}
