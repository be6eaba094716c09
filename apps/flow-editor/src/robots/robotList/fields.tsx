/** What a robot is made of. */
import { robotKinds } from "@liantai/api/contract/flow-editor";
import { FieldFrame } from "@liantai/ui";
import { RadioField, SelectField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import { useController, useWatch } from "react-hook-form";
import { useEngines } from "../../flows/knownnav/panel/surroundings.ts";
import { VoiceEditor } from "../../flows/knownnav/panel/flow/voice-editor.tsx";
import { kindChoices, useIntentionRules, useRecognisers, useRobotFlows, useSkillGroups } from "../parts/queries.ts";
import { PictureField } from "./picture.tsx";

function VoiceField() {
  const { field, fieldState } = useController({ name: "tts" });
  const engines = useEngines();
  return (
    <FieldFrame label="音色" error={fieldState.error?.message} required={false} group>
      <VoiceEditor tts={String(field.value ?? "")} engines={engines} onChange={field.onChange} />
    </FieldFrame>
  );
}

export function RobotFields() {
  const flows = useRobotFlows();
  const kind: unknown = useWatch({ name: "kind" });
  return (
    <>
      <TextField name="name" label="机器人名称" />
      <RadioField name="kind" label="类型" options={kindChoices} />
      {Number(kind) === robotKinds.digitalHuman && <PictureField />}
      <SelectField name="flowId" label="流程" options={flows} hint="只能选择类型为机器人的流程" />
      <VoiceField />
      <SelectField name="asrEngineId" label="识别引擎" options={useRecognisers()} none="企业默认" />
      <SelectField name="intentionRuleId" label="意向规则" options={useIntentionRules()} none="不评级" />
      <SelectField name="fallbackGroupId" label="转接技能组" options={useSkillGroups()} none="不转接" />
      <SwitchField name="enabled" label="启用" on="启用" off="停用" />
      <TextAreaField name="remark" label="备注" rows={3} />
    </>
  );
}
