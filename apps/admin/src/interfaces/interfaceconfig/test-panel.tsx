import {
  Badge,
  Button,
  Code,
  HStack,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Stack,
  Text,
} from "@chakra-ui/react";
import { interfaceEvents, type InterfaceEvent } from "@liantai/api/contract/admin";
import { Send } from "lucide-react";
import { useState } from "react";
import { interfaces, type TestResult } from "../parts/queries.ts";
import type { Body } from "./model.ts";

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Stack gap="1">
      <Text textStyle="xs" color="fg.muted">
        {title}
      </Text>
      <Code
        display="block"
        bg="bg.muted"
        p="2"
        whiteSpace="pre-wrap"
        wordBreak="break-all"
        maxH="220px"
        overflow="auto"
        tabIndex={0}
      >
        {text || "—"}
      </Code>
    </Stack>
  );
}

function Result({ result }: { readonly result: TestResult }) {
  const { request, ok, status, ms, error, response, redirects } = result;
  return (
    <Stack gap="3" role="status">
      <HStack gap="2" wrap="wrap">
        <Badge colorPalette={ok ? "green" : "red"}>{ok ? "成功" : "失败"}</Badge>
        {status !== null && <Text>状态码 {status}</Text>}
        <Text>耗时 {ms} 毫秒</Text>
        {error !== null && <Text color="fg.error">{error}</Text>}
      </HStack>
      {redirects.length > 0 && <Part title="跳转" text={redirects.join("\n")} />}
      <Part
        title="请求"
        text={[
          `${request.method} ${request.url}`,
          ...request.headers.map(({ name, value }) => `${name}: ${value}`),
          "",
          request.body,
        ].join("\n")}
      />
      <Part title="响应" text={response} />
    </Stack>
  );
}

interface TestPanelProps {
  /** Of a saved one: its secrets are used where the form has none. */
  readonly id: string | undefined;
  /** The form, checked; undefined when something in it is wrong. */
  readonly read: () => Promise<Body | undefined>;
}

/** 测试: sends a made-up call with what stands in the form, and shows both sides. */
export function TestPanel({ id, read }: TestPanelProps) {
  const [event, setEvent] = useState<InterfaceEvent>("ended");
  const [test, { data, isLoading, isError }] = interfaces.test.useMutation();
  const run = async () => {
    const body = await read();
    // A refusal is said by the shell.
    if (body)
      await test({ body: { ...body, event, ...(id ? { id } : {}) } })
        .unwrap()
        .catch(() => undefined);
  };
  return (
    <Stack
      gap="3"
      p="3"
      bg="bg"
      borderWidth="1px"
      borderRadius="md"
      w="320px"
      flex="none"
      overflow="auto"
      role="region"
      aria-label="测试"
    >
      <Text fontWeight="medium">测试</Text>
      <Text textStyle="xs" color="fg.muted">
        用示例通话真实发送一次，按当前填写的内容，不需要先保存。
      </Text>
      <HStack gap="2">
        <NativeSelectRoot size="xs" w="120px">
          <NativeSelectField
            aria-label="测试的事件"
            value={event}
            onChange={(e) => setEvent(e.target.value as InterfaceEvent)}
          >
            {Object.entries(interfaceEvents).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelectField>
          <NativeSelectIndicator />
        </NativeSelectRoot>
        <Button size="xs" variant="outline" loading={isLoading} loadingText="正在发送" onClick={() => void run()}>
          <Send aria-hidden />
          发送测试
        </Button>
      </HStack>
      {data && !isError && <Result result={data} />}
    </Stack>
  );
}
