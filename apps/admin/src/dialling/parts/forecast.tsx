import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { dialTaskApi } from "@liantai/api/contract/admin";
import { AppDialog, AppForm, DataTable, Figures, formatDuration, type Column } from "@liantai/ui";
import { NumberField } from "@liantai/ui/resource";
import { useState } from "react";
import { kindOf } from "./kinds.ts";
import { tasks, type Forecast, type Task } from "./queries.ts";

const schema = dialTaskApi.forecast.body!.pick(["agents"]);
/** Of fewer calls the usual figures stand in. */
const few = 30;

const percent = (value: number): string => `${value.toFixed(1)}%`;
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
      <ByHour hours={of.byHour} />
    </Stack>
  );
}

type Hour = Forecast["byHour"][number];
const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
const hourText = ({ weekend, hour }: Hour): string =>
  `${weekend ? "周末" : "工作日"} ${clock(hour)}–${clock(hour + 1)}`;
const end = "end" as const;

const hourColumns: readonly Column<Hour>[] = [
  { id: "hour", title: "时段", width: 150, value: hourText },
  { id: "calls", title: "接通/呼叫", width: 96, align: end, value: (h) => `${h.answered}/${h.calls}` },
  { id: "share", title: "接通率", width: 76, align: end, value: (h) => percent((h.answered / h.calls) * 100) },
  { id: "bounds", title: "90%区间", width: 118, align: end, value: (h) => `${percent(h.low)}–${percent(h.high)}` },
  {
    id: "rate",
    title: "估计",
    hint: "呼叫很少的时段向企业平均靠拢，换时段重拨按它选时段",
    width: 76,
    align: end,
    value: (h) => percent(h.rate),
  },
];

/** Which hours retries go to, and why. */
const ByHour = ({ hours }: { readonly hours: readonly Hour[] }) => (
  <Stack gap="1">
    <Text color="fg.muted" textStyle="xs">
      本企业近三个月各任务的呼叫。重拨规则写明“换时段”且任务开启“最佳时段”时，按估计接通率选时段。
    </Text>
    <Box h="240px" display="flex" flexDirection="column">
      <DataTable
        id="dialtask.forecast.hours"
        label="各时段接通率"
        columns={hourColumns}
        rowId={({ weekend, hour }) => `${weekend}-${hour}`}
        list={{ rows: hours, fetching: false, error: undefined, retry: () => undefined }}
        empty={{ title: "还没有呼叫记录" }}
      />
    </Box>
  </Stack>
);

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
