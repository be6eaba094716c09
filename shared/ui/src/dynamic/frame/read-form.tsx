import { Box, Heading, HStack, Stack, Table } from "@chakra-ui/react";
import {
  type CellValue,
  type CompiledField,
  type CompiledForm,
  compileField,
  type FieldValue,
  type FormField,
  type FormValues,
  valueInWords,
} from "@liantai/api/forms";
import { FactFrame } from "@liantai/ui";
import { useMemo, type ReactNode } from "react";
import { useFieldView, useFormStore } from "../context.ts";
import { FileButton } from "../controls/file-button.tsx";
import { rowsIn, sumOf } from "../controls/rows.tsx";
import { uploadsIn } from "../controls/uploads.tsx";
import { useOptions } from "../controls/use-options.ts";
import { Reveal } from "./reveal.tsx";
import { groupsOf } from "./sections.ts";

function Rows({ field, value }: { readonly field: CompiledField; readonly value: unknown }) {
  const rows = rowsIn(value);
  const sums = field.columns.filter(({ name }) => field.field.ext?.rows?.sums?.includes(name));
  return (
    <Box overflowX="auto">
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row>
            {field.columns.map((column) => (
              <Table.ColumnHeader key={column.name}>{column.label}</Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row, at) => (
            <Table.Row key={at}>
              {field.columns.map((column) => (
                <Table.Cell key={column.name}>{valueInWords(column, row[column.name] as CellValue) || "—"}</Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      {sums.map((column) => (
        <Box key={column.name} mt="1">
          {column.label}合计：{sumOf(rows, column) || "0"}
        </Box>
      ))}
    </Box>
  );
}

function Words({ field, value }: { readonly field: CompiledField; readonly value: FieldValue | undefined }) {
  const chosen = Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : [];
  const { shown } = useOptions(field, undefined, field.isChoice ? chosen : []);
  const names = new Map(shown.map(({ label_name, label_value }) => [label_value, label_name]));
  return <>{valueInWords(field, value, { optionNames: names }) || "—"}</>;
}

function Value({ field, value }: { readonly field: CompiledField; readonly value: FieldValue | undefined }) {
  const files = field.type === "uploads" ? uploadsIn(value) : [];
  if (files.length > 0)
    return (
      <HStack gap="3" wrap="wrap">
        {files.map((file) => (
          <FileButton key={file.name} file={file} files={files} />
        ))}
      </HStack>
    );
  if (field.type === "rows" && rowsIn(value).length > 0) return <Rows field={field} value={value} />;
  return <Words field={field} value={value} />;
}

function Item({ field }: { readonly field: CompiledField }) {
  const store = useFormStore();
  const { value } = useFieldView(store, field.at);
  if (!store.isRead(field)) return null;
  return (
    <>
      <dt>{field.label}</dt>
      <dd>
        <Value field={field} value={value as FieldValue | undefined} />
        {store.maskOf(field) !== undefined && (
          <Box display="inline-block" ms="2">
            <Reveal field={field} />
          </Box>
        )}
      </dd>
    </>
  );
}

function Part({ title, children }: { readonly title: string | undefined; readonly children: ReactNode }) {
  return (
    <Box as="section" {...(title === undefined ? {} : { "aria-label": title })}>
      {title !== undefined && (
        <Heading as="h3" textStyle="sm" fontWeight="600" borderBottomWidth="1px" pb="1" mb="2">
          {title}
        </Heading>
      )}
      <FactFrame>{children}</FactFrame>
    </Box>
  );
}

interface ReadFormProps {
  readonly form: CompiledForm;
  readonly history: readonly FormField[];
  readonly values: FormValues;
}

/** What the definition shows in details; and what it had once, under 历史字段. */
export function ReadForm({ form, history, values }: ReadFormProps) {
  const groups = useMemo(() => {
    const shown = new Set(form.columns.detail);
    return groupsOf({ definition: form.definition, fields: form.fields.filter((field) => shown.has(field)) });
  }, [form]);
  const gone = useMemo(() => history.map((field, at) => compileField(field, at)), [history]);
  return (
    <Stack gap="4">
      {groups
        .filter(({ fields }) => fields.length > 0)
        .map(({ id, section, fields }) => (
          <Part key={id} title={section?.title}>
            {fields.map((field) => (
              <Item key={field.name} field={field} />
            ))}
          </Part>
        ))}
      {gone.length > 0 && (
        <Part title="历史字段">
          {gone.map((field) => (
            <Box key={field.name} display="contents">
              <dt>{field.label}</dt>
              <dd>
                <Value field={field} value={values[field.name]} />
              </dd>
            </Box>
          ))}
        </Part>
      )}
    </Stack>
  );
}
