/** A moment to test, yyyy-MM-dd HH:mm:ss in Asia/Shanghai; a day alone is its noon. */
import { Box, Text } from "@chakra-ui/react";
import { parseTime } from "@liantai/api/contract";
import { DateInput, dateTimeTyped } from "@liantai/ui/resource";

const noon = "12:00:00";

/** As it is typed, as the contract writes it; what cannot be read stays. */
export const momentTyped = (text: string): string => dateTimeTyped(text.trim(), noon);

/** Undefined: no such moment. */
export const momentOf = (text: string): number | undefined => parseTime(momentTyped(text))?.getTime();

interface MomentInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
}

export function MomentInput({ label, value, onChange, placeholder }: MomentInputProps) {
  return (
    <Box
      w="190px"
      onKeyDown={(event) => {
        // The form around it is not what is tried.
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <Text textStyle="xs" mb="1" aria-hidden>
        {label}
      </Text>
      <DateInput
        label={label}
        value={value}
        time={noon}
        onChange={onChange}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </Box>
  );
}
