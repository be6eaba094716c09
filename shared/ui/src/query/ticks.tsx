import { HStack } from "@chakra-ui/react";
import { Check } from "../table/selection.tsx";
import { offText } from "./fields.tsx";

interface TicksProps {
  readonly label: string;
  /** off: switched off, marked and offered only where it is chosen already. */
  readonly all: readonly (readonly [value: string, text: string, off?: boolean])[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Any of a few, in sight; in the order in which they were chosen. */
export function Ticks({ label, all, chosen, onChange }: TicksProps) {
  return (
    <HStack
      role="group"
      aria-label={label}
      wrap="wrap"
      gap="1"
      columnGap="3"
      maxH="120px"
      overflow="auto"
      borderWidth="1px"
      borderRadius="sm"
      p="1"
    >
      {all
        .filter(([value, , off]) => off !== true || chosen.includes(value))
        .map(([value, text, off]) => (
          <HStack as="label" key={value} gap="1" textStyle="xs">
            <Check
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            {off === true ? offText(text) : text}
          </HStack>
        ))}
    </HStack>
  );
}
