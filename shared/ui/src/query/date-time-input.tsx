import { Box, chakra, IconButton, Input } from "@chakra-ui/react";
import { Calendar } from "lucide-react";
import { useRef } from "react";

interface DateTimeInputProps {
  readonly label: string;
  /** yyyy-MM-dd HH:mm:ss */
  readonly value: string;
  /** yyyy-MM-dd; no later day can be picked. */
  readonly lastDay: string;
  /** The time that a picked day gets when none was there. */
  readonly time: string;
  readonly onChange: (value: string) => void;
}

const Picker = chakra("input", {
  base: { position: "absolute", insetBlock: "0", right: "0", w: "26px", opacity: "0", pointerEvents: "none" },
});

/**
 * A time as text, written the one way everywhere: the browser's own control would write it in the system's language. Its
 * calendar is used for picking a day.
 */
export function DateTimeInput({ label, value, lastDay, time, onChange }: DateTimeInputProps) {
  const picker = useRef<HTMLInputElement>(null);
  const pick = (day: string) => day && onChange(`${day} ${value.slice(11) || time}`);
  return (
    <Box position="relative" w="176px">
      <Input
        aria-label={label}
        value={value}
        pe="28px"
        fontVariantNumeric="tabular-nums"
        placeholder="yyyy-MM-dd HH:mm:ss"
        _placeholder={{ fontSize: "xs", letterSpacing: "-0.03em" }}
        autoComplete="off"
        maxLength={19}
        onChange={(event) => onChange(event.target.value)}
      />
      <Picker
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        max={lastDay}
        value={value.slice(0, 10)}
        onChange={(event) => void pick(event.target.value)}
      />
      <IconButton
        position="absolute"
        right="2px"
        top="2px"
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={`${label}，选择日期`}
        onClick={() => picker.current?.showPicker()}
      >
        <Calendar aria-hidden />
      </IconButton>
    </Box>
  );
}
