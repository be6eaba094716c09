/** What was done to a record: all of it, or one field over time. */
import { Box, Button, HStack, NativeSelect, Stack, Text } from "@chakra-ui/react";
import { hiddenIn, type FormField, type OtherRender } from "@liantai/api/forms";
import { useState } from "react";
import { FieldHistory } from "./field-history.tsx";
import type { OpenRecord } from "./queries.ts";

interface Choosing {
  readonly fields: readonly Pick<FormField, "name" | "label">[];
  readonly onField: (name: string) => void;
}

/** Who changed what, newest first. */
function Every({ changes, fields, onField }: Pick<OpenRecord, "changes"> & Choosing) {
  const known = new Set(fields.map(({ name }) => name));
  return (
    <Stack gap="0">
      {changes.map(({ time, by, action, fields: changed = [] }, at) => (
        <Box key={at} py="1.5" borderBottomWidth="1px">
          <HStack gap="3">
            <Text color="fg.muted" fontVariantNumeric="tabular-nums">
              {time}
            </Text>
            <Text>
              {by} {action}
            </Text>
          </HStack>
          {changed.map(({ name, label, before, after }) => (
            <HStack key={name} ps="4" gap="2" align="baseline">
              <Text wordBreak="break-word">
                {label}：{before || "空"} → {after || "空"}
              </Text>
              {known.has(name) && (
                <Button size="2xs" variant="ghost" aria-label={`${label}的历史`} onClick={() => onField(name)}>
                  历史
                </Button>
              )}
            </HStack>
          ))}
        </Box>
      ))}
    </Stack>
  );
}

export function Changes({ opened }: { readonly opened: OpenRecord }) {
  const { record, changes, form, history, otherRender } = opened;
  const [name, choose] = useState("");
  const hidden = hiddenIn(otherRender as OtherRender);
  const fields = [...form.fields, ...history].filter((field) => field.hidden !== true && !hidden.has(field.name));
  const field = fields.find((one) => one.name === name);
  return (
    <Stack gap="2">
      <NativeSelect.Root size="xs" width="200px">
        <NativeSelect.Field aria-label="字段" value={name} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">全部变更</option>
          {fields.map((one) => (
            <option key={one.name} value={one.name}>
              {one.label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      {field ? (
        <FieldHistory key={name} id={record.id} version={record.version} field={field} />
      ) : (
        <Every {...{ changes, fields }} onField={choose} />
      )}
    </Stack>
  );
}
