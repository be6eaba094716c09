import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { diallingChecks } from "@liantai/api/contract/admin";
import { AppDialog, FailureState, LoadingState, StatusBadge } from "@liantai/ui";
import { tasks, type Phone } from "../parts/queries.ts";

interface WhyProps {
  readonly taskId: string;
  readonly phone: Phone;
}

function Why({ taskId, phone }: WhyProps) {
  const { currentData, isError, error, refetch } = tasks.why.useQuery(
    { body: { id: taskId, phoneId: phone.id } },
    { refetchOnMountOrArgChange: true },
  );
  if (isError && !currentData) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!currentData) return <LoadingState />;
  const { dials, nextAt, steps } = currentData;
  return (
    <Stack gap="3">
      <HStack gap="2">
        <StatusBadge tone={dials ? "ready" : "held"}>{dials ? "现在可以拨打" : "现在不拨打"}</StatusBadge>
        {nextAt && <Text>最早 {nextAt} 再拨</Text>}
      </HStack>
      <Text color="fg.muted" textStyle="xs">
        拨打前按以下次序检查，全部通过才拨打。
      </Text>
      <Stack as="ol" gap="1.5" listStyleType="none" aria-label="检查过程">
        {steps.map(({ check, passed, detail }) => (
          <HStack as="li" key={check} gap="2" align="flex-start">
            <StatusBadge tone={passed ? "ready" : "held"}>{passed ? "通过" : "不通过"}</StatusBadge>
            <Text fontWeight="medium" flex="none">
              {diallingChecks[check]}
            </Text>
            {detail && (
              <Text color="fg.muted" wordBreak="break-word">
                {detail}
              </Text>
            )}
          </HStack>
        ))}
      </Stack>
    </Stack>
  );
}

/** 为什么没拨: what is asked before the number is dialled, and what each answers now. */
export const WhyDialog = ({ onClose, ...rest }: WhyProps & { readonly onClose: () => void }) => (
  <AppDialog
    open
    title={`为什么没拨：${rest.phone.phone}`}
    width="560px"
    onClose={onClose}
    footer={<Button onClick={onClose}>关闭</Button>}
  >
    <Why {...rest} />
  </AppDialog>
);
