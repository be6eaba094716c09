import { Box, Button, Stack, Text } from "@chakra-ui/react";
import { StatusBadge } from "@liantai/ui";
import { useState } from "react";
import { MomentInput, momentOf, momentTyped } from "../moment.tsx";
import { accessNumbers } from "../../parts/queries.ts";

/** Where a call would lead at a time, by what is saved, and why. */
export function NumberTester({ id }: { readonly id: string }) {
  const [text, setText] = useState("");
  const [ask, { data, isFetching, isError }] = accessNumbers.testSetting.useLazyQuery();
  const wrong = text !== "" && momentOf(text) === undefined;
  return (
    <Stack
      as="section"
      aria-label="去向测试"
      gap="3"
      bg="bg"
      borderWidth="1px"
      borderRadius="md"
      p="3"
      w="320px"
      flex="none"
      overflow="auto"
    >
      <Text fontWeight="medium">去向测试</Text>
      <Text textStyle="xs" color="fg.muted">
        按已保存的设置，看某个时间的来电会去哪里、为什么。
      </Text>
      <MomentInput label="来电时间（不填为现在）" value={text} onChange={setText} />
      {wrong && (
        <Text role="alert" textStyle="xs" color="fg.error">
          时间格式应为 yyyy-MM-dd HH:mm:ss
        </Text>
      )}
      <Box>
        <Button
          size="sm"
          variant="outline"
          disabled={wrong}
          loading={isFetching}
          loadingText="测试"
          onClick={() => void ask({ body: { id, ...(text ? { at: momentTyped(text) } : {}) } })}
        >
          测试
        </Button>
      </Box>
      {data && !isError && (
        <Stack gap="2" aria-live="polite">
          <Text textStyle="xs" color="fg.muted">
            {data.at}
          </Text>
          <Box>
            <StatusBadge tone={data.ok ? "ready" : "held"}>{data.ok ? "设置正常" : "来电不会接通"}</StatusBadge>
          </Box>
          <Text fontWeight="medium">{data.text}</Text>
          {data.greeting && <Text color="fg.muted">问候：{data.greeting}</Text>}
          <Stack as="ol" gap="1" listStyleType="none">
            {data.steps.map((step) => (
              <Box
                as="li"
                key={step.title}
                borderLeftWidth="3px"
                borderColor={step.outcome === "matched" ? "green.solid" : "border"}
                ps="2"
              >
                <Text>
                  {step.title}
                  {step.outcome === "matched" ? "：适用" : "：不适用"}
                </Text>
                <Text textStyle="xs" color="fg.muted">
                  {step.detail}
                </Text>
              </Box>
            ))}
          </Stack>
        </Stack>
      )}
    </Stack>
  );
}
