/** 表单数据: what was written down in the call. */
import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { queriesOf, useMaySee } from "@liantai/api/client";
import { callFormApi } from "@liantai/api/contract/admin";
import { bus } from "@liantai/bus";
import { FactList, FailureState, LoadingState } from "@liantai/ui";

const forms = queriesOf(callFormApi);

export function FormData({ callId }: { readonly callId: string }) {
  const orders = useMaySee("/workorderinformation") === true;
  const { data, error, refetch } = forms.ofCall.useQuery({ body: { callId } }, { refetchOnMountOrArgChange: true });
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.length === 0) return <Text color="fg.muted">这次通话没有表单数据。</Text>;
  return (
    <Stack gap="3">
      {data.map(({ id, formName, title, orderId, createTime, fields }) => (
        <Box key={id} borderWidth="1px" borderRadius="md" p="3">
          <HStack gap="3" mb="2">
            <Text fontWeight="600">{`${formName} ${title}`.trim()}</Text>
            <Text flex="1" color="fg.muted" textStyle="xs">
              创建于 {createTime}
            </Text>
            {orderId !== "" && orders && (
              <Button
                size="2xs"
                variant="ghost"
                onClick={() =>
                  bus.publish("tab.open", {
                    ...{ name: "workorderinformation", params: { caseId: orderId }, cover: true },
                  })
                }
              >
                打开工单
              </Button>
            )}
          </HStack>
          <FactList look="beside" facts={fields.map(({ label, text }) => [label, text] as const)} />
        </Box>
      ))}
    </Stack>
  );
}
