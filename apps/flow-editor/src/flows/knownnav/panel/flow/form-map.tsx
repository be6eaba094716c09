import { Stack, Text } from "@chakra-ui/react";
import { PanelSelect, pendingPairs } from "@liantai/ui/board";
import { Picker } from "../fields/pickers.tsx";
import type { Pairs } from "@liantai/ui/board";
import { useFormFields } from "../surroundings.ts";

interface FormMapProps {
  readonly formId: string;
  /** Field by variable. */
  readonly fields: Readonly<Record<string, string>>;
  readonly forms: Pairs | undefined;
  /** Those that may be written: the flow's own, and what the engine sets. */
  readonly variables: Pairs;
  readonly onChange: (value: {
    readonly variableForm: string;
    readonly variableFormConf: Readonly<Record<string, string>>;
  }) => void;
}

/** Which variable is written into which field when the contact ends, also when the caller hangs up. */
export function FormMap({ formId, fields, forms, variables, onChange }: FormMapProps) {
  const choices = useFormFields(formId);
  const put = (vName: string, field: string) => {
    const { [vName]: _, ...rest } = fields;
    onChange({ variableForm: formId, variableFormConf: field === "" ? rest : { ...rest, [vName]: field } });
  };
  const used = Object.values(fields);
  return (
    <Stack gap="2">
      <Picker
        label="写入的表单"
        value={formId}
        options={forms}
        none="不写入"
        onChange={(variableForm) => onChange({ variableForm, variableFormConf: {} })}
      />
      {formId !== "" && variables.length === 0 && <Text textStyle="xs">还没有变量，请先添加。</Text>}
      {formId !== "" &&
        variables.map(([vName, word]) => {
          const field = fields[vName] ?? "";
          return (
            <PanelSelect
              key={vName}
              label={word}
              value={field}
              none="不写入"
              options={
                choices === pendingPairs ? choices : choices.filter(([name]) => name === field || !used.includes(name))
              }
              onChange={(next) => put(vName, next)}
            />
          );
        })}
    </Stack>
  );
}
