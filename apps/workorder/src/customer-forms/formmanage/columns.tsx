import { Box, Stack, Table, Text } from "@chakra-ui/react";
import { type FormField, isNumberField } from "@liantai/api/forms";
import { Check } from "@liantai/ui";
import { memo } from "react";
import { useBoard } from "./board.tsx";
import type { AttributeKey } from "./model/attributes.ts";
import { valueOf, withValue } from "./model/attribute-values.ts";
import type { Design, Item } from "./model/design.ts";

interface Place {
  readonly key: AttributeKey;
  readonly title: string;
  readonly standard: boolean;
  readonly of?: (field: FormField) => boolean;
}

const places: readonly Place[] = [
  { key: "listDisplay", title: "列表", standard: true, of: ({ type }) => type !== "rows" },
  { key: "query", title: "查询", standard: false },
  { key: "detailDisplay", title: "详情", standard: true },
  { key: "export", title: "导出", standard: true },
  { key: "ext.popup", title: "弹屏", standard: false },
  { key: "importRequire", title: "导入必填", standard: false, of: ({ type }) => type !== "uploads" && type !== "rows" },
];

/** Of the columns that queries of lists go by, of each type of value (protocol F32). */
const most = { text: 12, number: 6, date: 6 } as const;
function slotOf(field: FormField): keyof typeof most | undefined {
  if (field.query !== true) return undefined;
  if (isNumberField(field) || (field.type === "datepicker" && field.format === "HH:mm")) return "number";
  if (field.type === "datepicker") return "date";
  return ["input", "radio", "select", "lookup", "cascading select"].includes(field.type) ? "text" : undefined;
}

const Line = memo(function Line({ item: { id, field } }: { readonly item: Item }) {
  const { change } = useBoard();
  return (
    <Table.Row>
      <Table.Cell>{field.label}</Table.Cell>
      {places.map(({ key, title, standard, of }) => (
        <Table.Cell key={key} textAlign="center">
          {(of?.(field) ?? true) && (
            <Check
              type="checkbox"
              aria-label={`${field.label}：${title}`}
              checked={(valueOf(field, key) ?? standard) === true}
              onChange={(event) => change(id, key, (now) => withValue(now, key, event.target.checked))}
            />
          )}
        </Table.Cell>
      ))}
    </Table.Row>
  );
});

/** 列与展示: where each field stands, in the order of the form. */
export function Columns({ design }: { readonly design: Design }) {
  const used = { text: 0, number: 0, date: 0 };
  for (const { field } of design.items) {
    const slot = slotOf(field);
    if (slot) used[slot]++;
  }
  return (
    <Stack flex="1" minH="0" overflow="auto" p="3" gap="2">
      <Text color="fg.muted" textStyle="xs">
        列的顺序就是字段的顺序。查询字段已用：文字{used.text}/{most.text}，数字{used.number}/{most.number}，日期
        {used.date}/{most.date}；多选、多行文本、附件不占数。
      </Text>
      <Box>
        <Table.Root size="sm" stickyHeader w="auto" minW="560px">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader>字段</Table.ColumnHeader>
              {places.map(({ key, title }) => (
                <Table.ColumnHeader key={key} textAlign="center">
                  {title}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {design.items.map((item) => (
              <Line key={item.id} item={item} />
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
    </Stack>
  );
}
