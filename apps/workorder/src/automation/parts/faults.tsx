import { Text } from "@chakra-ui/react";

interface FaultsProps {
  /** What is missing or wrong before it can be saved. */
  readonly faults: readonly string[];
  /** The server's refusal. */
  readonly said: string | undefined;
  /** A field was left: until then what is missing is a hint, and no error that is read out. */
  readonly left: boolean;
}

export function Faults({ faults, said, left }: FaultsProps) {
  return [...faults, ...(said === undefined ? [] : [said])].map((fault) => {
    const wrong = left || fault === said;
    return (
      <Text key={fault} {...(wrong && { role: "alert" })} color={wrong ? "fg.error" : "fg.muted"} textStyle="xs">
        {fault}
      </Text>
    );
  });
}
