/** A moment to test, typed as yyyy-MM-dd HH:mm in Asia/Shanghai. */
import { Box, Input, Text } from "@chakra-ui/react";
import { shanghai } from "@liantai/api/contract/admin";
import { useId } from "react";

const two = (n: number) => String(n).padStart(2, "0");

export function nowText(now: number): string {
  const { date, minute } = shanghai(now);
  return `${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Undefined: no such moment. */
export function momentOf(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/.exec(text.trim());
  const at = match ? Date.parse(`${match[1]}T${match[2]}:00+08:00`) : NaN;
  return Number.isNaN(at) || nowText(at) !== `${match![1]} ${match![2]}` ? undefined : at;
}

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
