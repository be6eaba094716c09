import { Box, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { callNotifyLimitApi } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";
import { CrudScreen, NumberField, RadioField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import { object } from "yup";
import { LimitTester } from "../parts/limit-tester.tsx";
import { callNotices } from "../parts/queries.ts";
import { enabledTexts } from "../../parts/words.ts";
import { directionOptions, directionTexts, type CallNotice } from "../parts/words.ts";

const filterSchema = object({ name: callNotifyLimitApi.list.body!.fields.name });
const defaults = () => ({ name: "" });

const columns: readonly Column<CallNotice>[] = [
  { id: "name", title: "提醒名称", width: 130, value: (r) => r.name, sortBy: "name" },
  { id: "direction", title: "呼叫方向", width: 84, value: (r) => directionTexts[r.direction]! },
  { id: "rule", title: "提醒条件", width: 196, value: (r) => `同一号码${r.withinHours}小时内达到${r.calls}次` },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (r) => enabledTexts[r.enabled]!,
    cell: (r) => <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{enabledTexts[r.enabled]}</StatusBadge>,
  },
  { id: "remark", title: "备注", width: 180, value: (r) => r.remark, optional: true },
];

/** 呼叫限制: who is told of numbers that call often, and a tester of all limits. The limits themselves: 呼叫限制列表. */
export default function CallBarringScreen() {
  const press = useMayPress("/callBarring");
  return (
    <Flex h="full" minH="420px">
      <Box flex="1" minW="0">
        <CrudScreen<CallNotice, ReturnType<typeof defaults>>
          id="callBarring"
          noun="通话提醒"
          queries={callNotices}
          may={{ add: press("callLimit.add"), update: press("callLimit.update"), delete: press("callLimit.delete") }}
          list={{
            columns,
            idOf: (r) => r.id,
            nameOf: (r) => r.name,
            hint: "达到条件时，企业管理员会收到通知；不会拦截通话。",
          }}
          filters={{ schema: filterSchema, defaults, fields: <TextField name="name" label="提醒名称" /> }}
          form={{
            schema: callNotifyLimitApi.add.body!,
            values: (row) => ({
              name: row?.name ?? "",
              direction: row?.direction ?? "in",
              calls: row?.calls ?? 3,
              withinHours: row?.withinHours ?? 1,
              enabled: row?.enabled ?? 1,
              remark: row?.remark ?? "",
            }),
            fields: (
              <>
                <TextField name="name" label="提醒名称" />
                <RadioField name="direction" label="呼叫方向" options={directionOptions} />
                <NumberField name="withinHours" label="统计时长" unit="小时" min={1} max={24} />
                <NumberField name="calls" label="达到次数" unit="次" min={1} max={1_000} />
                <SwitchField name="enabled" label="启用" on="启用" off="停用" />
                <TextAreaField name="remark" label="备注" rows={3} />
              </>
            ),
          }}
        />
      </Box>
      <Stack
        w="360px"
        flex="none"
        my="3"
        me="3"
        p="4"
        gap="3"
        bg="bg"
        borderWidth="1px"
        borderRadius="md"
        overflow="auto"
      >
        <Heading as="h2" textStyle="md">
          拦截测试
        </Heading>
        <Text color="fg.muted">输入号码，查看通话是否会被黑名单或呼叫限制拦截以及原因。</Text>
        <LimitTester />
      </Stack>
    </Flex>
  );
}
