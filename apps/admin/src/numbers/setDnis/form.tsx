import { Box, Button, chakra, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { accessNumApi } from "@liantai/api/contract/admin";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import {
  NumberField,
  SelectField,
  showRefusal,
  SwitchField,
  useUnsaved,
  ActionButtons,
  useActions,
  type Action,
} from "@liantai/ui/resource";
import { FormScope, useFormModel, type Option } from "@liantai/ui";
import { useFieldArray, type FieldValues } from "react-hook-form";
import { accessNumbers } from "../../parts/queries.ts";
import type { Choices } from "../../parts/target-fields.tsx";
import { LeadFields } from "./lead.tsx";

type Setting = ReplyOf<typeof accessNumApi.getSetting>;
const Form = chakra("form");
const schema = accessNumApi.saveSetting.body!;
const blankLead = { target: { kind: "skillGroup", id: "" }, greeting: "", greetingVoice: "" };
/** 'none': nothing was set yet. */
const usable = (lead: Setting["fallback"]) => ({
  ...lead,
  target: lead.target.kind === "none" ? { kind: "skillGroup", id: "" } : lead.target,
});

interface RuleProps {
  readonly at: number;
  readonly count: number;
  readonly choices: Choices;
  readonly options: readonly Option[];
  readonly may: boolean;
  readonly move: (from: number, to: number) => void;
  readonly remove: (at: number) => void;
}

/** One time rule and where it leads. */
function Rule({ at, count, choices, options, may, move, remove }: RuleProps) {
  const called = `第${at + 1}条`;
  const actions: readonly Action[] = [
    { label: "上移", icon: <ArrowUp aria-hidden />, disabled: at === 0, run: () => move(at, at - 1) },
    { label: "下移", icon: <ArrowDown aria-hidden />, disabled: at === count - 1, run: () => move(at, at + 1) },
    { label: "移除", icon: <Trash2 aria-hidden />, danger: true, run: () => remove(at) },
  ];
  const { press } = useActions(actions);
  return (
    <Box borderWidth="1px" borderRadius="md" p="3" role="group" aria-label={called}>
      <Flex justify="space-between" mb="2" align="center">
        <Text fontWeight="medium">{called}</Text>
        {may && (
          <HStack gap="0">
            <ActionButtons look="icon" actions={actions} row={undefined} press={press} name={called} />
          </HStack>
        )}
      </Flex>
      <Stack gap="2">
        <SelectField name={`rules.${at}.timeRuleId`} label="时间规则" options={options} disabled={!may} />
        <LeadFields name={`rules.${at}`} choices={choices} disabled={!may} />
      </Stack>
    </Box>
  );
}

/** The rules in their order, and a new one. */
function Rules({ choices, may }: { readonly choices: Choices; readonly may: boolean }) {
  const { fields, append, remove, move } = useFieldArray({ name: "rules" });
  const options = choices.timeRule.map((c) => ({ value: c.id, label: c.label }));
  return (
    <>
      {fields.map((field, i) => (
        <Rule
          key={field.id}
          at={i}
          count={fields.length}
          choices={choices}
          options={options}
          may={may}
          move={move}
          remove={remove}
        />
      ))}
      {may && (
        <Box>
          <Button
            size="xs"
            variant="outline"
            colorPalette="gray"
            disabled={fields.length >= 20 || options.length === 0}
            onClick={() => append({ timeRuleId: "", ...blankLead })}
          >
            <Plus aria-hidden />
            添加时间规则
          </Button>
          {options.length === 0 && (
            <Text as="span" ms="2" color="fg.muted">
              还没有时间规则，请先到“时间规则”新增。
            </Text>
          )}
        </Box>
      )}
    </>
  );
}

/** What is stored and not typed over, and the sending of what was typed. */
function useSetting(id: string, setting: Setting) {
  const values = useMemo(
    () => ({
      id,
      rules: setting.rules.map((rule) => ({ timeRuleId: rule.timeRuleId, ...usable(rule) })),
      fallback: usable(setting.fallback),
      recordMode: setting.recordMode,
      priorityMin: setting.priorityMin,
    }),
    [id, setting],
  );
  const model = useFormModel<FieldValues>(schema, values);
  const { form, frame } = model;
  const { isDirty } = form.formState;
  const [save] = accessNumbers.saveSetting.useMutation();
  const [refusal, setRefusal] = useState<string>();
  useUnsaved(isDirty);
  useEffect(() => {
    if (!form.formState.isDirty) form.reset(values);
  }, [form, values]);
  const send = async (valid: FieldValues) => {
    setRefusal(undefined);
    try {
      await save({ body: schema.cast(valid) }).unwrap();
      form.reset(valid);
      notifyDone("接入号设置", "保存", { note: "从下一通来电起生效。" });
    } catch (error) {
      setRefusal(showRefusal(error, form, frame.has));
    }
  };
  return { model, send, refusal, reset: () => form.reset(values) };
}

interface SettingFormProps {
  readonly id: string;
  readonly setting: Setting;
  readonly choices: Choices;
  readonly may: boolean;
}

/** Time rules in the order they are tried, and where the number leads otherwise. */
export function SettingForm({ id, setting, choices, may }: SettingFormProps) {
  const { model, send, refusal, reset } = useSetting(id, setting);
  const { form } = model;
  const { isDirty, isSubmitting } = form.formState;
  return (
    <FormScope model={model}>
      <Form
        noValidate
        aria-label="接入号设置"
        bg="bg"
        borderWidth="1px"
        borderRadius="md"
        flex="1"
        minW="0"
        display="flex"
        flexDirection="column"
        onSubmit={(event) => void form.handleSubmit(send)(event)}
      >
        <Stack gap="3" p="3" flex="1" overflow="auto">
          <Text color="fg.muted">
            来电时自上而下逐条判断，第一条适用的时间规则决定去向；都不适用时按“其他时间”。修改从下一通来电起生效。
          </Text>
          <Rules choices={choices} may={may} />
          <Box borderWidth="1px" borderRadius="md" p="3" role="group" aria-label="其他时间">
            <Text fontWeight="medium" mb="2">
              其他时间
            </Text>
            <LeadFields name="fallback" choices={choices} disabled={!may} />
          </Box>
          <SwitchField name="recordMode" label="自动录音" disabled={!may} />
          <NumberField
            name="priorityMin"
            label="优先级"
            max={120}
            unit="分钟"
            hint="此号码的来电按多等这些分钟计"
            disabled={!may}
          />
          {refusal !== undefined && (
            <Box role="alert" color="fg.error" textStyle="xs">
              {refusal}
            </Box>
          )}
        </Stack>
        {may && (
          <HStack justify="flex-end" gap="2" p="3" borderTopWidth="1px" flex="none">
            {isDirty && (
              <Text color="fg.warning" me="auto">
                有未保存的修改
              </Text>
            )}
            <Button variant="outline" colorPalette="gray" disabled={!isDirty || isSubmitting} onClick={reset}>
              还原
            </Button>
            <Button type="submit" loading={isSubmitting} loadingText="保存">
              保存
            </Button>
          </HStack>
        )}
      </Form>
    </FormScope>
  );
}
