/** What a look-up finds, and which fields it fills. */
import { HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { lookupFields } from "@liantai/api/contract/workorder";
import { defaultFields, type FormField, type LookupSpec, lookupTargets, type LookupTarget } from "@liantai/api/forms";
import { namedPairs, PanelSelect } from "@liantai/ui/board";
import { Trash2 } from "lucide-react";
import { AddLine } from "../../../parts/add-line.tsx";
import { forms } from "../../queries.ts";
import type { SpecialProps } from "./special-props.ts";

const formTypeOf: Partial<Record<LookupTarget, "customer" | "contact" | "workOrder">> = {
  customer: "customer",
  contact: "contact",
  order: "workOrder",
};

interface LookupEditorProps extends SpecialProps<LookupSpec> {
  /** Fields of the form that may be filled. */
  readonly fields: readonly FormField[];
}

export function LookupEditor({ value, error, onChange, fields }: LookupEditorProps) {
  const spec = value ?? { to: "customer" };
  const formType = formTypeOf[spec.to];
  const { data } = forms.list.useQuery({ body: { formType, pageNo: 1, pageSize: 9_999 } }, { skip: !formType });
  const { data: chosen } = forms.findById.useQuery({ query: { id: spec.formId ?? "" } }, { skip: !spec.formId });
  const sources = formType
    ? (chosen?.fields ?? defaultFields(formType)).map(({ name, label }) => [name, label] as const)
    : lookupFields[spec.to as "call" | "seat"];
  const fills = Object.entries(spec.fills ?? {});
  const targets = fields.map(({ name, label }) => [name, label] as const);
  const setFills = (next: readonly (readonly [string, string])[]) => {
    const { fills: _, ...rest } = spec;
    onChange(next.length > 0 ? { ...rest, fills: Object.fromEntries(next) } : rest);
  };
  const free = targets.find(([name]) => !fills.some(([one]) => one === name));
  return (
    <Stack gap="1">
      <PanelSelect
        label="关联对象"
        value={spec.to}
        options={Object.entries(lookupTargets)}
        error={error}
        onChange={(to) => onChange({ to: to as LookupTarget })}
      />
      {formType && (
        <PanelSelect
          label="关联表单"
          value={spec.formId ?? ""}
          none="所有同类表单"
          options={namedPairs(data?.list.filter(({ version }) => version > 0))}
          onChange={(formId) => onChange(formId === "" ? { to: spec.to } : { to: spec.to, formId })}
        />
      )}
      <Text textStyle="xs">选中后回填</Text>
      {fills.map(([target, from], at) => (
        <HStack key={target} gap="1" align="flex-end">
          <PanelSelect
            label="本表字段"
            value={target}
            options={targets.filter(([name]) => name === target || !fills.some(([one]) => one === name))}
            onChange={(name) => setFills(fills.with(at, [name, from]))}
          />
          <PanelSelect
            label="取自"
            value={from}
            options={sources}
            onChange={(name) => setFills(fills.with(at, [target, name]))}
          />
          <IconButton
            size="2xs"
            variant="ghost"
            aria-label={`移除回填${at + 1}`}
            onClick={() => setFills(fills.toSpliced(at, 1))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </HStack>
      ))}
      <AddLine
        wide
        disabled={!free || sources.length === 0}
        onAdd={() => free && setFills([...fills, [free[0], sources[0]![0]]])}
      >
        添加回填
      </AddLine>
    </Stack>
  );
}
