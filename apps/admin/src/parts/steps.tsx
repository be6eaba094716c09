import type { ReplyOf } from "@liantai/api/contract";
import type { routeOutApi } from "@liantai/api/contract/admin";
import { HStack, Stack, Text } from "@chakra-ui/react";
import { StatusBadge } from "@liantai/ui";

type Step = ReplyOf<typeof routeOutApi.test>["steps"][number];

const outcomes = {
  matched: { text: "匹配", tone: "ready" },
  skipped: { text: "跳过", tone: "offline" },
  blocked: { text: "拦截", tone: "held" },
  info: { text: "说明", tone: "ringing" },
} as const;

/** Why a tester answers as it does: every rule in order, up to the one that decides. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <Stack as="ol" gap="1.5" listStyleType="none" aria-label="判断过程">
      {steps.map((step, i) => (
        <HStack as="li" key={i} gap="2" align="flex-start">
          <StatusBadge tone={outcomes[step.outcome].tone}>{outcomes[step.outcome].text}</StatusBadge>
          <Stack gap="0" minW="0">
            <Text fontWeight="medium">{step.title}</Text>
            {step.detail && (
              <Text color="fg.muted" wordBreak="break-all">
                {step.detail}
              </Text>
            )}
          </Stack>
        </HStack>
      ))}
    </Stack>
  );
}
