import { Box, IconButton, Input } from "@chakra-ui/react";
import { Calendar as CalendarIcon } from "lucide-react";
import { lazy, Suspense, useRef, useState, type Ref } from "react";
import { dateTimeTyped, dateTyped } from "./typed.ts";

const Calendar = lazy(() => import(/* webpackChunkName: "calendar" */ "./calendar.tsx"));

interface DateInputProps {
  readonly label: string;
  /** yyyy-MM-dd, with `time` yyyy-MM-dd HH:mm:ss. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The field has a time of day; a day without one gets this. */
  readonly time?: string;
  /** yyyy-MM-dd; outside of them no day can be picked. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** In a form: the field's label names it. */
  readonly name?: string;
  readonly onBlur?: () => void;
  readonly width?: string;
  /** How it is written, where it is neither a day nor a time to the second. */
  readonly placeholder?: string;
}

/**
 * A date as text, written the one way everywhere: typed in the ways people write dates, which the field puts right when it is left, or
 * picked from a calendar.
 */
export function DateInput(props: DateInputProps) {
  const {
    label,
    value,
    onChange,
    time,
    min,
    max,
    disabled,
    inputRef,
    name,
    onBlur,
    width = "full",
    placeholder,
  } = props;
  const [anchor, setAnchor] = useState<HTMLDivElement | null>(null);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = () => {
    const typed = time === undefined ? dateTyped(value) : dateTimeTyped(value, time);
    if (typed !== value) onChange(typed);
    onBlur?.();
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const [day, clock] = [value.slice(0, 10), value.slice(11) || time];
  return (
    <Box ref={setAnchor} position="relative" w={width}>
      <Input
        ref={inputRef}
        {...(name ? { name } : { "aria-label": label })}
        value={value}
        pe="28px"
        fontVariantNumeric="tabular-nums"
        placeholder={placeholder ?? (time === undefined ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm:ss")}
        {...(time === undefined ? {} : { _placeholder: { fontSize: "xs", letterSpacing: "-0.03em" } })}
        autoComplete="off"
        disabled={disabled}
        maxLength={time === undefined ? 12 : 24}
        onChange={(event) => onChange(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === "Enter" && leave()}
      />
      <IconButton
        ref={button}
        position="absolute"
        right="2px"
        top="2px"
        size="xs"
        variant="ghost"
        colorPalette="gray"
        disabled={disabled}
        aria-label={`${label}，选择日期`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <CalendarIcon aria-hidden />
      </IconButton>
      {open && anchor && (
        <Suspense fallback={null}>
          <Calendar
            label={label}
            anchor={anchor}
            date={day}
            time={time === undefined ? undefined : clock}
            min={min}
            max={max}
            onDate={(picked) => onChange(time === undefined ? picked : `${picked} ${clock}`)}
            onTime={(picked) => day && onChange(`${day} ${picked}`)}
            onClose={close}
          />
        </Suspense>
      )}
    </Box>
  );
}
