import { Box, Button, chakra, Flex, HStack, Stack } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import type { Failure } from "@liantai/api/contract";
import { interfaceLimits, maskedInput } from "@liantai/api/contract/admin";
import { FormScope, useFormModel } from "@liantai/ui";
import {
  CheckboxesField,
  NumberField,
  PasswordField,
  RadioField,
  SwitchField,
  TextAreaField,
  TextField,
  useUnsaved,
} from "@liantai/ui/resource";
import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { eventOptions, interfaces, type Interface } from "../parts/queries.ts";
import { bodyOf, bodySchema, valuesOf, type Body } from "./model.ts";
import { HeaderRows, MappingRows } from "./rows.tsx";
import { TestPanel } from "./test-panel.tsx";

const Form = chakra("form", { base: { flex: "1", minW: "0", h: "full", minH: "0" } });

const methods = [
  { value: "POST", label: "POST" },
  { value: "PUT", label: "PUT" },
];

interface FieldsProps {
  readonly form: UseFormReturn<FieldValues>;
  readonly row: Interface | undefined;
  readonly may: boolean;
  readonly mayTest: boolean;
  readonly onDirty: (dirty: boolean) => void;
}

function Fields({ form, row, may, mayTest, onDirty }: FieldsProps) {
  const { isDirty, isSubmitting } = form.formState;
  useUnsaved(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const read = async (): Promise<Body | undefined> => ((await form.trigger()) ? bodyOf(form.getValues()) : undefined);
  return (
    <Flex gap="2" h="full" minH="0">
      <Stack gap="3" p="4" flex="1" minW="0" bg="bg" borderWidth="1px" borderRadius="md" overflow="auto">
        <HStack gap="3" align="flex-start">
          <TextField name="name" label="接口名称" disabled={!may} />
          <Box w="160px" flex="none">
            <SwitchField name="enabled" label="启用" on="启用" off="停用" disabled={!may} />
          </Box>
        </HStack>
        <CheckboxesField name="events" label="事件" options={eventOptions} disabled={!may} />
        <TextField
          name="url"
          label="接口地址"
          inputMode="url"
          hint="http或https，端口为80、443、8000-9999；内网地址需由运营人员开通"
          disabled={!may}
        />
        <RadioField name="method" label="请求方式" options={methods} disabled={!may} />
        <HStack gap="3" align="flex-start">
          <Box w="160px" flex="none">
            <SwitchField name="signed" label="签名" disabled={!may} />
          </Box>
          <PasswordField
            name="secret"
            label="签名密钥"
            hint={row?.hasSecret ? "已设置，不填则不修改" : "至少16个字符"}
            disabled={!may}
          />
        </HStack>
        <HeaderRows disabled={!may} />
        <MappingRows disabled={!may} />
        <HStack gap="3" align="flex-start">
          <NumberField
            name="timeoutS"
            label="超时时间"
            unit="秒"
            min={1}
            max={interfaceLimits.timeoutS}
            disabled={!may}
          />
          <NumberField
            name="maxTries"
            label="最多尝试次数"
            unit="次"
            min={1}
            max={interfaceLimits.tries}
            disabled={!may}
          />
        </HStack>
        <SwitchField
          name="sendFullNumbers"
          label="发送完整号码"
          on="发送完整号码"
          off="隐藏号码的中间位"
          hint="修改会记入操作日志"
          disabled={!may}
        />
        <TextAreaField name="remark" label="备注" rows={2} disabled={!may} />
        {may && (
          <HStack justify="flex-end" gap="2">
            <Button
              size="sm"
              variant="outline"
              colorPalette="gray"
              disabled={!isDirty || isSubmitting}
              onClick={() => form.reset()}
            >
              还原
            </Button>
            <Button size="sm" type="submit" loading={isSubmitting} loadingText="保存">
              保存
            </Button>
          </HStack>
        )}
      </Stack>
      {mayTest && <TestPanel id={row?.id} read={read} />}
    </Flex>
  );
}

interface EditorProps {
  /** Undefined: a new one. */
  readonly row: Interface | undefined;
  readonly onSaved: (id: string) => void;
  readonly onDirty: (dirty: boolean) => void;
}

/** One interface. */
export function Editor({ row, onSaved, onDirty }: EditorProps) {
  const mayList = useMayPress("/interfaceConfigList");
  const mayTest = useMayPress("/interfaceconfig")("interface.test");
  const may = mayList(row ? "interface.update" : "interface.add");
  const [add] = interfaces.add.useMutation();
  const [update] = interfaces.update.useMutation();
  const [values] = useState(() => valuesOf(row) as FieldValues);
  const model = useFormModel<FieldValues>(bodySchema, values);
  const { form } = model;
  const save = async (body: FieldValues) => {
    try {
      const id = row
        ? (await update({ body: { ...(body as Body), id: row.id } }).unwrap(), row.id)
        : (await add({ body: body as Body }).unwrap()).id;
      // What is stored is not shown again.
      form.reset({
        ...form.getValues(),
        secret: "",
        headers: (body as Body).headers?.map(({ name }) => ({ name, value: maskedInput })),
      });
      notifyDone("接口配置", "保存");
      onSaved(id);
    } catch (error) {
      for (const { path, message } of (error as Partial<Failure>).fields ?? [])
        form.setError(path.replace(/^body\./, "").replace(/\[(\d+)\]/g, ".$1"), { message });
    }
  };
  return (
    <FormScope model={model}>
      <Form noValidate aria-label="接口配置" onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <Fields form={form} row={row} may={may} mayTest={mayTest} onDirty={onDirty} />
      </Form>
    </FormScope>
  );
}
