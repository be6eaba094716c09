/** The two lists inside the form: headers, and the mapping of fields. */
import {
  Box,
  Button,
  FieldErrorText,
  FieldRoot,
  HStack,
  Input,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Stack,
  Text,
} from "@chakra-ui/react";
import { useFieldError, useListFault } from "@liantai/ui";
import { interfaceLimits, interfaceSources, mappedFrom } from "@liantai/api/contract/admin";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";

interface CellProps {
  readonly name: string;
  readonly label: string;
  readonly width?: string;
  readonly placeholder?: string;
}

function Cell({ name, label, width, placeholder }: CellProps) {
  const { register } = useFormContext();
  const error = useFieldError(name);
  return (
    <FieldRoot invalid={error !== undefined} w={width ?? "full"} {...(width ? { flex: "none" } : {})} gap="1">
      <Input size="xs" aria-label={label} placeholder={placeholder ?? label} autoComplete="off" {...register(name)} />
      {error && <FieldErrorText>{error.message}</FieldErrorText>}
    </FieldRoot>
  );
}

function Rows({
  title,
  hint,
  name,
  onAdd,
  add,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly name: string;
  readonly onAdd: (() => void) | undefined;
  readonly add: string;
  readonly children: ReactNode;
}) {
  const message = useListFault(name);
  return (
    <Stack gap="1.5" role="group" aria-label={title}>
      <HStack justify="space-between">
        <Text textStyle="xs" fontWeight="medium">
          {title}
        </Text>
        {onAdd && (
          <Button size="2xs" variant="outline" colorPalette="gray" onClick={onAdd}>
            <Plus aria-hidden />
            {add}
          </Button>
        )}
      </HStack>
      <Text textStyle="xs" color="fg.muted">
        {hint}
      </Text>
      {children}
      {message && (
        <Text role="alert" textStyle="xs" color="fg.error">
          {message}
        </Text>
      )}
    </Stack>
  );
}

const Remove = ({ label, onPress }: { readonly label: string; readonly onPress: () => void }) => (
  <Button size="2xs" variant="ghost" colorPalette="gray" aria-label={label} onClick={onPress}>
    <X aria-hidden />
  </Button>
);

export function HeaderRows({ disabled }: { readonly disabled: boolean }) {
  const { fields, append, remove } = useFieldArray({ name: "headers" });
  return (
    <Rows
      title="请求头"
      name="headers"
      add="添加请求头"
      hint="保存后不再显示请求头的值，不修改时保持“********”。"
      onAdd={disabled || fields.length >= interfaceLimits.headers ? undefined : () => append({ name: "", value: "" })}
    >
      {fields.map(({ id }, i) => (
        <HStack key={id} gap="2" align="flex-start">
          <Cell name={`headers.${i}.name`} label={`第${i + 1}个请求头名称`} placeholder="名称" width="170px" />
          <Cell name={`headers.${i}.value`} label={`第${i + 1}个请求头的值`} placeholder="值" />
          {!disabled && <Remove label={`移除第${i + 1}个请求头`} onPress={() => remove(i)} />}
        </HStack>
      ))}
    </Rows>
  );
}

function Source({ at }: { readonly at: number }) {
  const { register, setValue } = useFormContext();
  const kind = useWatch({ name: `mapping.${at}.kind` }) as string;
  const hint = useWatch({ name: `mapping.${at}.value` }) as string;
  return (
    <HStack gap="2" flex="1" minW="0" align="flex-start">
      <NativeSelectRoot size="xs" w="84px" flex="none">
        <NativeSelectField
          aria-label={`第${at + 1}个字段的来源类型`}
          {...register(`mapping.${at}.kind`, {
            onChange: (event: { target: { value: string } }) =>
              setValue(`mapping.${at}.value`, event.target.value === "field" ? "callId" : "", { shouldDirty: true }),
          })}
        >
          {Object.entries(mappedFrom).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelectField>
        <NativeSelectIndicator />
      </NativeSelectRoot>
      {kind === "constant" ? (
        <Cell name={`mapping.${at}.value`} label={`第${at + 1}个字段的固定值`} placeholder="固定值" />
      ) : (
        <Box flex="1" minW="0">
          <NativeSelectRoot size="xs">
            <NativeSelectField aria-label={`第${at + 1}个字段的来源`} {...register(`mapping.${at}.value`)}>
              {interfaceSources.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}（{key}）
                </option>
              ))}
            </NativeSelectField>
            <NativeSelectIndicator />
          </NativeSelectRoot>
          <Text textStyle="xs" color="fg.muted">
            {interfaceSources.find(({ key }) => key === hint)?.hint}
          </Text>
        </Box>
      )}
    </HStack>
  );
}

export function MappingRows({ disabled }: { readonly disabled: boolean }) {
  const { fields, append, remove } = useFieldArray({ name: "mapping" });
  return (
    <Rows
      title="字段映射"
      name="mapping"
      add="添加字段"
      hint="不添加时，以来源字段的名称发送全部字段。"
      onAdd={
        disabled || fields.length >= interfaceLimits.mapping
          ? undefined
          : () => append({ target: "", kind: "field", value: "callId" })
      }
    >
      {fields.map(({ id }, i) => (
        <HStack key={id} gap="2" align="flex-start">
          <Cell name={`mapping.${i}.target`} label={`第${i + 1}个目标字段`} placeholder="目标字段" width="150px" />
          <Source at={i} />
          {!disabled && <Remove label={`移除第${i + 1}个字段`} onPress={() => remove(i)} />}
        </HStack>
      ))}
    </Rows>
  );
}
