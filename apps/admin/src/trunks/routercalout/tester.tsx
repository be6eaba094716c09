import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { routeOutApi } from "@liantai/api/contract/admin";
import { AppDialog, AppForm, StatusBadge } from "@liantai/ui";
import { TextField } from "@liantai/ui/resource";
import { useState } from "react";
import { routeOuts } from "../parts/queries.ts";
import { Steps } from "../../parts/steps.tsx";

const schema = routeOutApi.test.body!.pick(["caller", "callee"]);
const empty = { caller: "", callee: "" };

/** Type a caller and a number: which route applies, what is dialled and shown, and why. */
export function RouteTester({ extra, onClose }: { readonly extra: object; readonly onClose: () => void }) {
  const [test, { data, isFetching, isError }] = routeOuts.test.useLazyQuery();
  const [asked, setAsked] = useState(false);
  const answer = asked && !isError ? data : undefined;
  return (
    <AppDialog open title="外呼路由测试" width="560px" onClose={onClose}>
      <Stack gap="4">
        <AppForm
          schema={schema}
          values={empty}
          aria-label="外呼路由测试"
          onSubmit={async (values) => {
            await test({ body: { ...extra, ...values } });
            setAsked(true);
          }}
        >
          <HStack align="flex-start" gap="3">
            <TextField name="caller" label="主叫号码" width="180px" inputMode="tel" />
            <TextField name="callee" label="被叫号码" width="180px" inputMode="tel" />
            <Button type="submit" mt="22px" loading={isFetching} loadingText="测试">
              测试
            </Button>
          </HStack>
        </AppForm>
        {answer && (
          <Stack gap="3" aria-live="polite">
            <HStack gap="2">
              <StatusBadge tone={answer.ok ? "ready" : "held"}>{answer.ok ? "可以外呼" : "被拦截"}</StatusBadge>
              <Text>
                {answer.ok ? `实际拨打 ${answer.dialled}，外显 ${answer.displayed || "默认接入号码"}` : answer.reason}
              </Text>
            </HStack>
            {answer.ok && (
              <Text color="fg.muted">
                外呼路由：{answer.routeName ?? "无"}；路由配置：{answer.trunkRoute ?? "无"}；节点：
                {answer.trunks.join(" → ") || "无"}
              </Text>
            )}
            <Steps steps={answer.steps} />
          </Stack>
        )}
      </Stack>
    </AppDialog>
  );
}
