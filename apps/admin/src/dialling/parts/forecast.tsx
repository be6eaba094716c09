import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { dialTaskApi } from "@liantai/api/contract/admin";
import { AppDialog, AppForm, Figures, formatDuration } from "@liantai/ui";
import { NumberField } from "@liantai/ui/resource";
import { useState } from "react";
import { kindOf } from "./kinds.ts";
import { tasks, type Forecast, type Task } from "./queries.ts";

const schema = dialTaskApi.forecast.body!.pick(["agents"]);
/** Of fewer calls the usual figures stand in. */
const few = 100;

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const hoursText = (hours: number): string => (hours > 0 && hours < 0.1 ? "不到 0.1 小时" : `${hours.toFixed(1)} 小时`);

const figuresOf = (of: Forecast, seats: boolean) => [
  { name: "预计呼叫", value: `${of.expectedCalls} 次`, hint: "含重拨" },
  { name: "预计接通", value: `${of.expectedAnswers} 次` },
  { name: "预计用时", value: hoursText(of.hours), hint: "只算可以拨打的时间" },
  { name: "预计费用", value: `${of.cost.toFixed(2)} 元` },
  ...(seats
    ? [
        { name: "坐席通话占比", value: percent(of.occupancy), hint: "坐席通话的时间 ÷ 坐席在任务中的时间" },
        { name: "预计呼损率", value: `${of.abandonedPct.toFixed(2)}%` },
      ]
    : []),
];

function Answer({ of, seats }: { readonly of: Forecast; readonly seats: boolean }) {
  return (
    <Stack gap="3" aria-live="polite">
      <Figures figures={figuresOf(of, seats)} columns={{ base: 3 }} />
      <Text color="fg.muted" textStyle="xs">
        {of.calls >= few
          ? `依据本企业最近 30 天的 ${of.calls} 次呼叫：接通率 ${percent(of.answerRate)}，平均通话 ${formatDuration(of.talkS)}。`
          : `本企业最近 30 天只有 ${of.calls} 次呼叫，按通常的接通率 ${percent(of.answerRate)}、平均通话 ${formatDuration(of.talkS)} 估算。`}
      </Text>
    </Stack>
  );
}

interface ForecastProps {
  readonly task: Task;
  readonly onClose: () => void;
}

/** What the list would come to under the task's settings: nothing is dialled. */
export function ForecastDialog({ task: { id, taskIdentity, ftype, joined, lines }, onClose }: ForecastProps) {
  const { seats } = kindOf(ftype);
  const [ask, { data, isFetching, isError }] = tasks.forecast.useLazyQuery();
  const [asked, setAsked] = useState(false);
  const [values] = useState(() => ({ agents: seats ? Math.max(joined, 1) : ftype === 1 ? lines : 0 }));
  return (
    <AppDialog
      open
      title={`试算：${taskIdentity}`}
      width="560px"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Stack gap="4">
        <Text color="fg.muted">按任务现在的设置和还没拨完的号码估算，不会拨打任何号码。</Text>
        <AppForm
          schema={schema}
          values={values}
          aria-label="试算"
          onSubmit={async ({ agents }) => {
            await ask({ body: { id, agents } });
            setAsked(true);
          }}
        >
          <HStack align="flex-start" gap="3">
            <NumberField
              name="agents"
              label={ftype === 1 ? "机器人线路" : "坐席数"}
              max={1_000}
              width="180px"
              hint={seats || ftype === 1 ? undefined : "此类任务不需要坐席，可填 0"}
            />
            <Button type="submit" mt="22px" loading={isFetching} loadingText="试算">
              试算
            </Button>
          </HStack>
        </AppForm>
        {asked && !isError && data && <Answer of={data} seats={seats} />}
      </Stack>
    </AppDialog>
  );
}
