import { Stack, Text } from "@chakra-ui/react";
import { ringKinds } from "@liantai/api/contract/admin";
import type { Option } from "@liantai/ui";
import { AddedRows, NumberField, SelectField } from "@liantai/ui/resource";
import { useFormContext, useWatch } from "react-hook-form";
import { choicesOf, type Choices } from "../../parts/target-fields.tsx";

const kindOptions = Object.entries(ringKinds).map(([value, label]) => ({ value, label }));
const most = 6;

/** After how long who is added. */
function Step({ at, groups }: { readonly at: number; readonly groups: readonly Option[] }) {
  const name = `rings.${at}`;
  const { control } = useFormContext();
  const kind = useWatch({ control, name: `${name}.kind` }) as string;
  return (
    <>
      <NumberField name={`${name}.afterS`} label="等待时长" max={3_600} unit="秒" />
      <SelectField name={`${name}.kind`} label="扩展方式" options={kindOptions} none={false} />
      {kind === "group" ? (
        <SelectField name={`${name}.groupId`} label="技能组" options={groups} />
      ) : (
        <NumberField name={`${name}.level`} label="级别不低于" min={1} max={99} unit="级" />
      )}
    </>
  );
}

/** Whom a caller may be offered to, by how long it has waited. */
export function RingFields({ choices, except }: { readonly choices: Choices; readonly except: string | undefined }) {
  const groups = choicesOf("skillGroup", choices).filter(({ value }) => value !== except);
  return (
    <Stack gap="2">
      <Text color="fg.muted">
        不设步骤时，本组全部坐席都可接听。按级别扩展须从等待 0 秒开始，例如 0 秒级别 1、30 秒级别 3；级别 1 最高。
      </Text>
      <AddedRows
        name="rings"
        label="扩展步骤"
        add="添加步骤"
        rowName={(place) => `第${place}步`}
        columns="1fr 1fr 1.4fr"
        most={most}
        blank={(count) => ({ afterS: count === 0 ? 0 : 30, kind: "level", level: 1, groupId: "" })}
        row={(at) => <Step at={at} groups={groups} />}
      />
    </Stack>
  );
}
