import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { callLimitApi } from "@liantai/api/contract/admin";
import { AppForm, StatusBadge } from "@liantai/ui";
import { DateField, SelectField, TextField } from "@liantai/ui/resource";
import { useState } from "react";
import { callLimits } from "./queries.ts";
import { Steps } from "../../parts/steps.tsx";

const schema = callLimitApi.test.body!.pick(["direction", "number", "at"]);
const empty = { direction: "out" as const, number: "", at: "" };
const directions = [
  { value: "out", label: "呼出" },
  { value: "in", label: "呼入" },
];

/** Type a number: whether a call would be refused, by which rule and why. */
export function LimitTester({ extra = {} }: { readonly extra?: object }) {
  const [test, { data, isFetching, isError }] = callLimits.test.useLazyQuery();
  const [asked, setAsked] = useState(false);
  const answer = asked && !isError ? data : undefined;
  return (
    <Stack gap="4">
      <AppForm
        schema={schema}
        values={empty}
        aria-label="呼叫限制测试"
        onSubmit={async (values) => {
          await test({ body: { ...extra, ...values } });
          setAsked(true);
        }}
      >
        <HStack align="flex-start" gap="3" wrap="wrap">
          <SelectField name="direction" label="呼叫方向" options={directions} none={false} width="96px" />
          <TextField name="number" label="对方号码" width="160px" inputMode="tel" />
          <DateField name="at" label="时间" width="180px" time="12:00:00" hint="不填则为当前时间" />
          <Button type="submit" mt="22px" loading={isFetching} loadingText="测试">
            测试
          </Button>
        </HStack>
      </AppForm>
      {answer && (
        <Stack gap="3" aria-live="polite">
          <HStack gap="2">
            <StatusBadge tone={answer.blocked ? "held" : "ready"}>
              {answer.blocked ? "会被拦截" : "可以通话"}
            </StatusBadge>
            <Text>{answer.reason}</Text>
          </HStack>
          <Steps steps={answer.steps} />
        </Stack>
      )}
    </Stack>
  );
}
