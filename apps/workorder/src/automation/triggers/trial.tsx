import { Box, Button, Stack, Text } from "@chakra-ui/react";
import { automationLimits } from "@liantai/api/contract/work-orders";
import { AppDialog } from "@liantai/ui";
import { WhyLines } from "../parts/lines.tsx";
import type { Trial } from "../queries.ts";

/** What it would have done in the last seven days. */
export function TrialResult({ trial, onClose }: { readonly trial: Trial; readonly onClose: () => void }) {
  const { looked, fired, more, list } = trial;
  return (
    <AppDialog
      open
      title="试运行结果"
      width="640px"
      onClose={onClose}
      footer={<Button onClick={onClose}>知道了</Button>}
    >
      <Stack gap="2">
        <Text>
          最近7天有{looked}次符合时机{more && `（只看最近的${automationLimits.tried}次）`}，其中{fired}
          次会执行。没有修改任何数据。
        </Text>
        {fired > list.length && <Text color="fg.muted">显示最近的{list.length}次。</Text>}
        <Stack as="ul" listStyleType="none" gap="0" maxH="420px" overflow="auto" aria-label="会执行的情况">
          {list.map((one, at) => (
            <Box as="li" key={at} py="1.5" borderBottomWidth="1px">
              <Text>
                {one.time} {one.event}：{one.title || one.id}
              </Text>
              <WhyLines why={one.why} />
              {one.asNow && (
                <Text textStyle="xs" color="fg.warning">
                  当时的工单属性没有留存，按现在的属性判断。
                </Text>
              )}
              {one.changes.map((text, n) => (
                <Text key={n} ps="4" textStyle="xs" overflowWrap="anywhere">
                  {text}
                </Text>
              ))}
            </Box>
          ))}
        </Stack>
      </Stack>
    </AppDialog>
  );
}
