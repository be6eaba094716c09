import { Box, Heading, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import { attributeLabels, controlTypes, type DefinitionFault, type FormField } from "@liantai/api/forms";
import type { FormSources } from "@liantai/ui/dynamic";
import { memo, useMemo } from "react";
import { faultsAt, useBoard } from "../board.tsx";
import { type Attribute, attributeGroups } from "../model/attributes.ts";
import { faultKey } from "../model/attribute-values.ts";
import type { Design, Item } from "../model/design.ts";
import { AttributeInput } from "./attribute-input.tsx";

interface PanelProps {
  readonly item: Item | undefined;
  readonly design: Design;
  readonly faults: readonly DefinitionFault[];
  readonly sources: FormSources;
}

/** What a field is like, attribute by attribute, with what is wrong at each. */
export const Panel = memo(function Panel({ item, design, faults, sources }: PanelProps) {
  const { change } = useBoard();
  const scope = useMemo(() => design.items.map(({ field }) => field), [design.items]);
  const wrong = useMemo(() => faultsAt(faults, item?.field), [faults, item]);
  if (!item)
    return (
      <Box as="aside" aria-label="属性" w="292px" flex="none" p="3" borderStartWidth="1px" color="fg.muted">
        点击画布中的字段，在这里设置它的属性。
        <Text mt="3" textStyle="xs">
          键盘：Tab 选择字段，Alt+↑↓ 移动，Delete 移除，Ctrl+D 复制，Ctrl+Z 撤销，Ctrl+Y 重做。
        </Text>
      </Box>
    );
  const { id, field } = item;
  const shown = new Set<string>();
  const groups = attributeGroups
    .map(({ title, attributes }) => ({
      title,
      attributes: attributes.filter(({ of }) => of?.(field) ?? true),
    }))
    .filter(({ attributes }) => attributes.length > 0);
  for (const { attributes } of groups) for (const { key } of attributes) shown.add(faultKey(key));
  // What no input can say is said above them.
  const others = [...wrong].filter(([attribute]) => !shown.has(attribute));
  const input = (attribute: Attribute) => (
    <AttributeInput
      key={attribute.key + attribute.as}
      attribute={attribute}
      field={field}
      error={wrong.get(faultKey(attribute.key))}
      disabled={attribute.fixed === true && field.config === true}
      scope={scope}
      sources={sources}
      sections={design.sections}
      onChange={(how: (field: FormField) => FormField) => change(id, attribute.key, how)}
    />
  );
  return (
    <Stack
      key={id}
      as="aside"
      aria-label="属性"
      w="292px"
      flex="none"
      gap="3"
      p="3"
      overflow="auto"
      borderStartWidth="1px"
    >
      <Heading as="h3" textStyle="sm">
        {field.label || "未命名"}
        <Text as="span" color="fg.muted" fontWeight="normal" ms="2" textStyle="xs">
          {field.config ? "系统字段，不能移除" : controlTypes[field.type]}
        </Text>
      </Heading>
      {others.map(([attribute, message]) => (
        <Text key={attribute} role="alert" color="fg.error" textStyle="xs" title={attributeLabels[attribute as "type"]}>
          {message}
        </Text>
      ))}
      {groups.map(({ title, attributes }) => {
        const switches = attributes.filter(({ as }) => as === "switch");
        return (
          <Stack key={title} as="section" aria-label={title} gap="2">
            <Heading as="h4" textStyle="xs" color="fg.muted" borderBottomWidth="1px" pb="1">
              {title}
            </Heading>
            {attributes.filter(({ as }) => as !== "switch").map(input)}
            {switches.length > 0 && (
              <SimpleGrid columns={2} gap="1">
                {switches.map(input)}
              </SimpleGrid>
            )}
          </Stack>
        );
      })}
    </Stack>
  );
});
