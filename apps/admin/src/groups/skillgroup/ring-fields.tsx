import { Box, Button, FieldErrorText, FieldRoot, Grid, IconButton, Stack, Text } from "@chakra-ui/react";
import { ringKinds } from "@liantai/api/contract/admin";
import { useListFault, type Option } from "@liantai/ui";
import { NumberField, SelectField } from "@liantai/ui/resource";
import { Plus, X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { optionsOf, type Choices } from "../../parts/target-fields.tsx";

const kindOptions = Object.entries(ringKinds).map(([value, label]) => ({ value, label }));
const most = 6;

interface StepProps {
  readonly at: number;
  readonly groups: readonly Option[];
  readonly remove: (at: number) => void;
}

/** After how long who is added. */
function Step({ at, groups, remove }: StepProps) {
  const name = `rings.${at}`;
  const { control } = useFormContext();
  const kind = useWatch({ control, name: `${name}.kind` }) as string;
  return (
    <Grid templateColumns="1fr 1fr 1.4fr auto" gap="2" alignItems="start" role="group" aria-label={`第${at + 1}步`}>
      <NumberField name={`${name}.afterS`} label="等待时长" max={3_600} unit="秒" />
      <SelectField name={`${name}.kind`} label="扩展方式" options={kindOptions} none={false} />
      {kind === "group" ? (
        <SelectField name={`${name}.groupId`} label="技能组" options={groups} />
      ) : (
        <NumberField name={`${name}.level`} label="级别不低于" min={1} max={99} unit="级" />
      )}
      <IconButton
        aria-label={`删除第${at + 1}步`}
        size="xs"
        variant="ghost"
        colorPalette="gray"
        mt="6"
        onClick={() => remove(at)}
      >
        <X aria-hidden />
      </IconButton>
    </Grid>
  );
}

/** Whom a caller may be offered to, by how long it has waited. */
export function RingFields({ choices, except }: { readonly choices: Choices; readonly except: string | undefined }) {
  const { fields, append, remove } = useFieldArray({ name: "rings" });
  const message = useListFault("rings");
  const groups = optionsOf(choices.skillGroup).filter(({ value }) => value !== except);
  return (
    <Stack gap="2" role="group" aria-label="扩展步骤">
      <Text color="fg.muted">
        不设步骤时，本组全部坐席都可接听。按级别扩展须从等待 0 秒开始，例如 0 秒级别 1、30 秒级别 3；级别 1 最高。
      </Text>
      {fields.map((field, at) => (
        <Step key={field.id} at={at} groups={groups} remove={remove} />
      ))}
      <FieldRoot invalid={message !== undefined}>
        <Box>
          <Button
            size="xs"
            variant="outline"
            colorPalette="gray"
            disabled={fields.length >= most}
            onClick={() => append({ afterS: fields.length === 0 ? 0 : 30, kind: "level", level: 1, groupId: "" })}
          >
            <Plus aria-hidden />
            添加步骤
          </Button>
        </Box>
        {message && <FieldErrorText>{message}</FieldErrorText>}
      </FieldRoot>
    </Stack>
  );
}
