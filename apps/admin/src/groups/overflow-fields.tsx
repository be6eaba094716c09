import { Grid, Text } from "@chakra-ui/react";
import { overflowKinds, overflowTexts } from "@liantai/api/contract/admin";
import { TargetFields, type Choices } from "../parts/target-fields.tsx";

const fields = {
  overflowFull: `${overflowTexts.full}时`,
  overflowWait: `${overflowTexts.wait}后`,
  overflowAbsent: `${overflowTexts.absent}时`,
} as const;

/** Where a call goes that cannot wait (any longer): of skill groups and dispatch queues alike. */
export function OverflowFields({ choices, except }: { readonly choices: Choices; readonly except?: string }) {
  return (
    <Grid templateColumns="1fr 1fr" gap="2" role="group" aria-label="溢出处理">
      <Text gridColumn="1 / -1" fontWeight="medium">
        溢出处理
      </Text>
      {Object.entries(fields).map(([name, text]) => (
        <TargetFields key={name} name={name} label={text} kinds={overflowKinds} choices={choices} except={except} />
      ))}
    </Grid>
  );
}
export const noOverflow = {
  overflowFull: { kind: "none", id: "" },
  overflowWait: { kind: "none", id: "" },
  overflowAbsent: { kind: "none", id: "" },
};
