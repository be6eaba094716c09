import { Badge, Box, Button, HStack, Text } from "@chakra-ui/react";
import type { DuplicateRefusal } from "@liantai/api/contract/workorder";

export interface FoundProps {
  readonly found: DuplicateRefusal;
  readonly noun: string;
  /** Saves all the same; absent where that is not allowed. */
  readonly onSave: (() => void) | undefined;
  readonly onClose: () => void;
}

interface ListProps extends FoundProps {
  /** Shows one of them; absent: they are only named. */
  readonly onLook?: (id: string) => void;
}

/** Before saving: what is probably the same, with score and reasons. */
export function FoundList({ found, noun, onSave, onClose, onLook }: ListProps) {
  const { mode, duplicates } = found;
  return (
    <Box role="alert" borderWidth="1px" borderColor="orange.muted" bg="bg.warning" borderRadius="md" p="3">
      <Text mb="2">
        {mode === "refuse"
          ? `已有 ${duplicates.length} 条重复的${noun}，不能保存：`
          : `可能与下列 ${duplicates.length} 条${noun}重复，请核对：`}
      </Text>
      {duplicates.map(({ id, title, ownerName, createTime, mayOpen, score, reasons }) => (
        <HStack key={id} py="1" gap="2" wrap="wrap" borderTopWidth="1px" borderColor="orange.muted">
          <Text fontWeight="500">{title || "不在您的数据范围内"}</Text>
          <Badge size="xs" colorPalette={score >= 90 ? "red" : "orange"}>
            相似 {score} 分
          </Badge>
          <Text textStyle="xs" color="fg.muted" flex="1" minW="0">
            {reasons.map(({ label }) => label).join("、")}
            {ownerName && `；负责人：${ownerName}`}；创建于 {createTime}
          </Text>
          {mayOpen && onLook && (
            <Button size="2xs" variant="ghost" onClick={() => onLook(id)}>
              查看
            </Button>
          )}
        </HStack>
      ))}
      <HStack mt="2" justify="flex-end">
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onClose}>
          继续编辑
        </Button>
        {onSave && (
          <Button size="xs" onClick={onSave}>
            仍然保存
          </Button>
        )}
      </HStack>
    </Box>
  );
}
