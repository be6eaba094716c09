import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { dialTaskApi } from "@liantai/api/contract/admin";
import { AppDialog, AppForm, DataTable, Figures, formatDuration, type Column } from "@liantai/ui";
import { NumberField } from "@liantai/ui/resource";
import { useState } from "react";
import { kindOf } from "./kinds.ts";
import { tasks, type Forecast, type Task } from "./queries.ts";
import { hoursText, percentText } from "./words.ts";

const schema = dialTaskApi.forecast.body!.pick(["agents"]);
/** Of fewer calls the usual figures count as much as the own ones. */
const few = 100;

type Band = Forecast["hours"];

/** The middle, and below it where most of the runs lie. */
function bandOf(name: string, { low, middle, high }: Band, text: (value: number) => string, hint?: string) {
  const range = text(low) === text(high) ? "" : `${text(low)} ~ ${text(high)}`;
  const value = (
    <>
      {text(middle)}
      {range !== "" && (
        <Text as="span" display="block" textStyle="xs" fontWeight="400" color="fg.muted">
          {range}
        </Text>
      )}
    </>
  );
  return { name, value, ...(hint === undefined ? {} : { hint }) };
}

const times = (value: number): string => `${value} 次`;
const yuan = (value: number): string => `${value.toFixed(2)} 元`;
const percent = (value: number): string => `${value.toFixed(1)}%`;

const figuresOf = (of: Forecast, seats: boolean) => [
  bandOf("预计呼叫", of.expectedCalls, times, "含重拨"),
  bandOf("预计接通", of.expectedAnswers, times),
  bandOf("预计用时", of.hours, hoursText, "含等待重拨，只算可以拨打的时间"),
  bandOf("预计费用", of.cost, yuan),
  ...(seats
    ? [
        bandOf("坐席通话占比", of.talk, percentText),
        bandOf("坐席忙碌占比", of.occupancy, percentText, "通话和话后"),
        bandOf("预计呼损率", of.abandoned, percentText),
      ]
    : []),
];

function endText({ endsAt, left }: Forecast): string {
  const { low, middle, high } = endsAt;
  if (middle === null) return `任务到结束时间拨不完，预计剩 ${left.middle} 个号码没有拨打。`;
  if (low === null || high === null) return `预计 ${middle} 拨完，也可能到任务结束时间还没有拨完。`;
  return low === high ? `预计 ${middle} 拨完。` : `预计 ${middle} 拨完（${low} 至 ${high}）。`;
}

const basis = ({ calls, answerRate, talkS }: Forecast): string => {
  const rates = `接通率 ${percentText(answerRate)}，平均通话 ${formatDuration(talkS)}`;
  return calls >= few
    ? `依据本企业最近 30 天的 ${calls} 次呼叫：${rates}。`
    : `本企业最近 30 天只有 ${calls} 次呼叫，与通常的情况合在一起估算：${rates}。`;
};

const qualityText = ({ quality: { called, dead } }: Forecast): string =>
  `名单质量：${called} 个号码近 90 天拨打过，其中 ${dead} 个最后一次是空号、停机或号码变更。`;

function Answer({ of, seats }: { readonly of: Forecast; readonly seats: boolean }) {
  return (
    <Stack gap="3" aria-live="polite">
      <Figures figures={figuresOf(of, seats)} columns={{ base: 3 }} />
      <Text>{endText(of)}</Text>
      {of.quality.called > 0 && <Text>{qualityText(of)}</Text>}
      <Text color="fg.muted" textStyle="xs">
        {basis(of)}按任务的外呼模式和重拨规则模拟 {of.runs} 次，数字下面是多数结果所在的范围。
      </Text>
      {of.byHour.length > 0 && <ByHour hours={of.byHour} />}
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
        <Text color="fg.muted">按任务现在的设置和还没拨完的号码模拟，不会拨打任何号码。</Text>
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
        {asked && !isError && data?.numbers === 0 && <Text>任务没有待拨打的号码，导入号码后再试算。</Text>}
        {asked && !isError && data && data.numbers > 0 && <Answer of={data} seats={seats} />}
      </Stack>
    </AppDialog>
  );
}
