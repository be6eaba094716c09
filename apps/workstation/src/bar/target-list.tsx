import { Box, Button, Stack, Text } from "@chakra-ui/react";
import type { Choice } from "./target-choices.ts";

interface TargetRowProps {
  readonly name: string;
  readonly remark: string;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

/** One that can be chosen, with what it does now. */
export const TargetRow = ({ name, remark, disabled, onChoose }: TargetRowProps) => (
  <Box role="listitem">
    <Button
      size="xs"
      variant="ghost"
      colorPalette="gray"
      w="100%"
      justifyContent="space-between"
      disabled={disabled}
      onClick={onChoose}
    >
      <Text as="span" truncate>
        {name}
      </Text>
      <Text as="span" textStyle="xs" color="fg.muted" flexShrink="0">
        {remark}
      </Text>
    </Button>
  </Box>
);

interface TargetListProps {
  readonly failed: boolean;
  /** undefined: not there yet. */
  readonly choices: readonly Choice[] | undefined;
  /** They are voices. */
  readonly suspends: boolean;
  readonly typed: string;
  readonly busy: boolean;
  readonly onChoose: (target: Choice["target"]) => void;
}

function nothing(suspends: boolean, text: string): string {
  if (suspends) return text === "" ? "没有可用的语音，请管理员在「挂起转目标」中添加" : "没有符合的语音";
  return text === "" ? "没有其他坐席和技能组" : "没有符合的坐席或技能组，可直接按号码呼叫";
}

export function TargetList({ failed, choices, suspends, typed, busy, onChoose }: TargetListProps) {
  return (
    <Stack
      gap="0.5"
      maxH="260px"
      overflowY="auto"
      role="list"
      aria-label={suspends ? "可选的语音" : "可选的坐席和技能组"}
    >
      {!failed && !choices && (
        <Text px="2" color="fg.muted">
          正在加载…
        </Text>
      )}
      {failed && (
        <Text px="2" color="fg.error">
          {suspends ? "语音列表加载失败" : "坐席列表加载失败，仍可输入号码"}
        </Text>
      )}
      {choices?.length === 0 && (
        <Text px="2" color="fg.muted">
          {nothing(suspends, typed)}
        </Text>
      )}
      {choices?.map(({ key, name, remark, open, target }) => (
        <TargetRow key={key} name={name} remark={remark} disabled={busy || !open} onChoose={() => onChoose(target)} />
      ))}
    </Stack>
  );
}
