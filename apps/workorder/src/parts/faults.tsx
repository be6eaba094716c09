import { Text } from "@chakra-ui/react";

interface FaultsProps {
  /** What is still to be done before it can be saved. */
  readonly faults: readonly string[];
  /** Somebody tried to save it: until then they are no errors yet. */
  readonly tried: boolean;
  /** What the server refused. */
  readonly said?: string | undefined;
}

/** What keeps a trigger, a macro or a condition from being saved: the last lines of its sheet. */
export const Faults = ({ faults, tried, said }: FaultsProps) => (
  <>
    {faults.map((fault) => (
      <Text key={fault} textStyle="xs" {...(tried ? { role: "alert", color: "fg.error" } : { color: "fg.muted" })}>
        {fault}
      </Text>
    ))}
    {said !== undefined && (
      <Text role="alert" color="fg.error" textStyle="xs">
        {said}
      </Text>
    )}
  </>
);
