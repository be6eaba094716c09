/** A moment to test, typed as yyyy-MM-dd HH:mm in Asia/Shanghai. */
import { Box, Input, Text } from "@chakra-ui/react";
import { parseTime } from "@liantai/api/contract";
import { useId } from "react";

/** Undefined: no such moment. */
export const momentOf = (text: string): number | undefined =>
  parseTime(`${text.trim().replace("T", " ")}:00`)?.getTime();

interface MomentInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
}

export function MomentInput({ label, value, onChange, placeholder = "yyyy-MM-dd HH:mm" }: MomentInputProps) {
  const id = useId();
  return (
    <Box w="170px">
      <Text asChild textStyle="xs" mb="1" display="block">
        <label htmlFor={id}>{label}</label>
      </Text>
      <Input
        id={id}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={16}
        fontVariantNumeric="tabular-nums"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
    </Box>
  );
}
