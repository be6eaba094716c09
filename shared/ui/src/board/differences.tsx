import { Badge, Box, HStack, Stack, Text } from "@chakra-ui/react";

/** Two states of what is drawn, told apart in words. */
export interface Difference {
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly what: keyof typeof whats;
  readonly title: string;
  /** 必填：否 → 是 */
  readonly lines: readonly string[];
}

const kinds = {
  added: ["新增", "green"],
  removed: ["移除", "red"],
  changed: ["修改", "blue"],
  moved: ["移动", "gray"],
} as const;
/** What it is that differs; form and flow: the whole. */
const whats = {
  field: "字段",
  rule: "规则",
  section: "分组",
  form: "",
  node: "节点",
  edge: "连线",
  wording: "话术",
  flow: "",
} as const;

export function Differences({ list }: { readonly list: readonly Difference[] }) {
  if (list.length === 0) return <Text color="fg.muted">没有差别</Text>;
  return (
    <Stack as="ul" gap="2" listStyleType="none" aria-label="差别">
      {list.map(({ kind, what, title, lines }) => (
        <Box as="li" key={`${kind} ${what} ${title}`}>
          <HStack gap="2">
            <Badge size="xs" colorPalette={kinds[kind][1]}>
              {kinds[kind][0]}
              {whats[what]}
            </Badge>
            <Text fontWeight="500">{title}</Text>
          </HStack>
          {lines.map((line) => (
            <Text key={line} textStyle="xs" color="fg.muted" ps="2" wordBreak="break-word">
              {line}
            </Text>
          ))}
        </Box>
      ))}
    </Stack>
  );
}
