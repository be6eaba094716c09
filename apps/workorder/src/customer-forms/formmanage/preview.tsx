import { Box, Button, Flex, Heading, HStack, Input, Stack, Text } from "@chakra-ui/react";
import { notifyDone, selectUser, useSelector } from "@liantai/api/client";
import { typedDigits } from "@liantai/api/contract/base";
import {
  compileForm,
  type DefinitionFault,
  explainForm,
  type FormContext,
  type FormDefinition,
} from "@liantai/api/forms";
import {
  DynamicDetail,
  DynamicForm,
  FormStore,
  KnownChoices,
  useDynamicForm,
  type FormSources,
} from "@liantai/ui/dynamic";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { definitionOf, type Design } from "./model/design.ts";
import type { FormIdentity } from "./board.tsx";

interface PreviewProps {
  readonly design: Design;
  readonly of: FormIdentity;
  readonly faults: readonly DefinitionFault[];
  readonly sources: FormSources;
}

function Explained({ store, context }: { readonly store: FormStore; readonly context: FormContext }) {
  const [{ rules, fields }, setExplained] = useState(() => explainForm(store.form, store.typedValues(), context));
  useEffect(() => {
    let waiting = 0;
    const look = () => setExplained(explainForm(store.form, store.typedValues(), context));
    look();
    const end = store.onChange(() => {
      waiting ||= requestAnimationFrame(() => {
        waiting = 0;
        look();
      });
    });
    return () => {
      cancelAnimationFrame(waiting);
      end();
    };
  }, [store, context]);
  return (
    <Stack
      as="aside"
      aria-label="规则与公式的结果"
      w="320px"
      flex="none"
      gap="3"
      p="3"
      overflow="auto"
      borderStartWidth="1px"
    >
      <Heading as="h3" textStyle="sm">
        规则与公式的结果
      </Heading>
      {rules.length === 0 && fields.length === 0 && (
        <Text color="fg.muted">没有规则和公式起作用。在左侧填写，这里说明每条规则是否成立、为什么、做了什么。</Text>
      )}
      {rules.map(({ id, name, holds, why, did }) => (
        <Box key={id} borderWidth="1px" borderRadius="md" p="2">
          <HStack justify="space-between">
            <Text fontWeight="600">{name || id}</Text>
            <Text color={holds ? "green.fg" : "fg.muted"}>{holds ? "成立" : "不成立"}</Text>
          </HStack>
          {why.map((line) => (
            <Text key={line} textStyle="xs" color="fg.muted">
              {line}
            </Text>
          ))}
          {did.map((line) => (
            <Text key={line} textStyle="xs">
              {line}
            </Text>
          ))}
        </Box>
      ))}
      {fields.map(({ field, label, sentence }) => (
        <Text key={field} textStyle="xs">
          <Text as="span" fontWeight="600">
            {label}
          </Text>
          ：{sentence}
        </Text>
      ))}
    </Stack>
  );
}

function Tried({ definition, sources }: { readonly definition: FormDefinition; readonly sources: FormSources }) {
  const user = useSelector(selectUser);
  const form = useMemo(() => compileForm(definition), [definition]);
  const [now] = useState(() => Date.now());
  const [call, setCall] = useState<TrialCall>({ callNumber: "", lines: "" });
  const context = useMemo<FormContext>(
    () => ({
      now,
      me: { name: user?.nickName ?? "", seat: user?.agentId ?? "", group: user?.groupId ?? "" },
      ...(call.callNumber !== "" && { callNumber: call.callNumber }),
      variables: variablesIn(call.lines),
    }),
    [now, user, call],
  );
  const [reading, setReading] = useState(false);
  const [round, setRound] = useState(0);
  return (
    <Flex direction="column" flex="1" minH="0">
      <CallOf
        call={call}
        onChange={(next) => {
          setCall(next);
          setRound(round + 1);
        }}
      />
      <Trial
        key={round}
        {...{ form, context, sources, reading }}
        onRead={() => setReading(!reading)}
        onClear={() => setRound(round + 1)}
      />
    </Flex>
  );
}

/** The call that a trial pretends: 来电号码() and 变量(…) read it. */
interface TrialCall {
  readonly callNumber: string;
  /** 名称=值, one a line or between semicolons. */
  readonly lines: string;
}

const variablesIn = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines.split(/[\n;；]/).flatMap((line) => {
      const at = line.search(/[=＝]/);
      const key = line.slice(0, at).trim();
      return at > 0 && key !== "" ? [[key, line.slice(at + 1).trim()]] : [];
    }),
  );

function CallOf({ call, onChange }: { readonly call: TrialCall; readonly onChange: (call: TrialCall) => void }) {
  return (
    <HStack gap="2" px="4" pt="3" wrap="wrap">
      <Text color="fg.muted">模拟通话（改动后重新试填）</Text>
      <Input
        aria-label="来电号码"
        placeholder="来电号码"
        size="xs"
        w="150px"
        maxLength={20}
        value={call.callNumber}
        onChange={(event) => onChange({ ...call, callNumber: typedDigits(event.target.value) })}
      />
      <Input
        aria-label="随路数据"
        placeholder="随路数据：名称=值；名称=值"
        size="xs"
        w="260px"
        maxLength={500}
        value={call.lines}
        onChange={(event) => onChange({ ...call, lines: event.target.value })}
      />
    </HStack>
  );
}

interface TrialProps {
  readonly form: ReturnType<typeof compileForm>;
  readonly context: FormContext;
  readonly sources: FormSources;
  readonly reading: boolean;
  readonly onRead: () => void;
  readonly onClear: () => void;
}

function Trial({ form, context, sources, reading, onRead, onClear }: TrialProps) {
  const store = useDynamicForm({ form, context, sources });
  const read = useMemo(
    () =>
      reading
        ? new FormStore({ form, choices: new KnownChoices(sources), context, typed: store.typedValues() })
        : undefined,
    [reading, form, context, sources, store],
  );
  return (
    <Flex flex="1" minH="0">
      <Box flex="1" minW="0" overflow="auto" p="4">
        <HStack justify="flex-end" gap="2" mb="2">
          <Button size="xs" variant="outline" colorPalette="gray" onClick={onRead}>
            {reading ? "填写" : "看详情"}
          </Button>
          <Button size="xs" variant="outline" colorPalette="gray" onClick={onClear}>
            清空
          </Button>
        </HStack>
        {read ? (
          <DynamicDetail store={read} />
        ) : (
          <DynamicForm
            store={store}
            label="试填"
            kept={false}
            submit="试保存"
            onSubmit={() => notifyDone("试填的内容", "校验通过", { note: "这样填写可以保存，预览不写入数据" })}
          />
        )}
      </Box>
      <Explained store={store} context={context} />
    </Flex>
  );
}

/** 预览: the form as it will be, with its rules alive, and beside it why. What was typed stays while the design goes on. */
export function Preview({ design, of, faults, sources }: PreviewProps) {
  const late = useDeferredValue(design);
  const definition = useMemo(() => (faults.length === 0 ? definitionOf(late, of) : undefined), [late, of, faults]);
  if (!definition)
    return (
      <Stack p="6" gap="1">
        <Text fontWeight="600">设计中有错误，改正后才能预览：</Text>
        {faults.slice(0, 10).map(({ message }) => (
          <Text key={message} color="fg.error">
            {message}
          </Text>
        ))}
      </Stack>
    );
  return <Tried definition={definition} sources={sources} />;
}
