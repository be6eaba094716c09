import { Grid } from "@chakra-ui/react";
import { overflowKinds } from "@liantai/api/contract/admin";
import { SelectField, TextAreaField } from "@liantai/ui/resource";
import { useFormContext, useWatch } from "react-hook-form";
import { optionsOf, TargetFields, type Choices } from "../../parts/target-fields.tsx";

/** An end by itself stands last; a number that leads nowhere is none. */
const kinds = [
  ...overflowKinds.filter((kind) => kind !== "none" && kind !== "hangup"),
  "meetingRoom",
  "hangup",
] as const;

/** Where a call goes and what it hears before. */
export function LeadFields({
  name,
  choices,
  disabled,
}: {
  readonly name: string;
  readonly choices: Choices;
  readonly disabled: boolean;
}) {
  const { control } = useFormContext();
  const voice = useWatch({ control, name: `${name}.greetingVoice` }) as string;
  return (
    <Grid templateColumns="1fr 1fr" gap="2">
      <TargetFields name={`${name}.target`} label="转至" kinds={kinds} choices={choices} disabled={disabled} />
      <SelectField
        name={`${name}.greetingVoice`}
        label="问候语音"
        options={optionsOf(choices.voice)}
        none="不播放语音，用文字合成"
        disabled={disabled}
      />
      <TextAreaField
        name={`${name}.greeting`}
        label="问候语"
        rows={2}
        disabled={disabled || voice !== ""}
        hint={voice !== "" ? "已选问候语音，不再朗读文字" : undefined}
      />
    </Grid>
  );
}
