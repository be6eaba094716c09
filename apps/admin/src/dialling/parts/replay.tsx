import { Button, SimpleGrid, Skeleton, Stack, Table, Text } from "@chakra-ui/react";
import { pacingModes, taskReplayApi } from "@liantai/api/contract/admin";
import { AppDialog, AppForm, FailureState, formatDuration } from "@liantai/ui";
import { NumberField, SelectField, TimeField } from "@liantai/ui/resource";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { number } from "yup";
import { replays, type Replayed, type ReplayDay, type Task } from "./queries.ts";
import { choicesOf, hoursText, percentText } from "./words.ts";

const schema = taskReplayApi.replay
  .body!.pick(["date", "agents", "mode", "ratio", "ceiling", "from", "to"])
  .shape({ again: number().label("未接通的号码").default(1) });

type Figures = Replayed["was"];

const rows: readonly (readonly [name: string, of: (figures: Figures) => string])[] = [
  ["呼叫", ({ calls }) => `${calls} 次`],
  ["接通", ({ answered }) => `${answered} 次`],
  ["坐席接起", ({ connected }) => `${connected} 次`],
  ["呼损率", ({ abandonedShare }) => percentText(abandonedShare)],
  ["通话时长", ({ talkS }) => formatDuration(talkS)],
  ["坐席通话占比", ({ talk }) => percentText(talk)],
  ["用时", ({ hours }) => hoursText(hours)],
  ["没有拨打的号码", ({ left }) => `${left} 个`],
];

function Comparison({ of: { numbers, was, wouldBe } }: { readonly of: Replayed }) {
  return (
    <Stack gap="2" aria-live="polite">
      <Table.Root size="sm" aria-label="回放结果">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>指标</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">当天实际</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end">按所填设置</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map(([name, of]) => (
            <Table.Row key={name}>
              <Table.Cell>{name}</Table.Cell>
              <Table.Cell textAlign="end" fontVariantNumeric="tabular-nums">
                {of(was)}
              </Table.Cell>
              <Table.Cell textAlign="end" fontVariantNumeric="tabular-nums">
                {of(wouldBe)}
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      <Text color="fg.muted" textStyle="xs">
        当天拨打过的 {numbers} 个号码，各按自己当天的接通、振铃和通话模拟；比当天多拨的呼叫按同一小时其他呼叫的结果。
        当天的坐席时间从各坐席第一次通话算到最后一次。
      </Text>
    </Stack>
  );
}

function Settings({ days, automatic }: { readonly days: readonly ReplayDay[]; readonly automatic: boolean }) {
  const [date, mode] = useWatch({ name: ["date", "mode"] }) as [string, string];
  const day = days.find((each) => each.date === date);
  return (
    <SimpleGrid columns={{ base: 2 }} gap="3">
      <SelectField
        name="date"
        label="日期"
        options={days.map((each) => ({ value: each.date, label: `${each.date}（${each.calls} 次呼叫）` }))}
        none={false}
      />
      <NumberField
        name="agents"
        label="坐席数"
        min={1}
        max={1_000}
        {...(day ? { hint: `当天 ${day.agents} 名坐席接过电话` } : {})}
      />
      <TimeField name="from" label="开始时间" />
      <TimeField name="to" label="结束时间" {...(day ? { hint: `当天从 ${day.from} 拨到 ${day.to}` } : {})} />
      {automatic && <SelectField name="mode" label="外呼模式" options={choicesOf(pacingModes)} none={false} />}
      {automatic && mode === "ratio" && <NumberField name="ratio" label="外呼比例" min={1} max={5} precision={1} />}
      {automatic && mode !== "progressive" && (
        <NumberField name="ceiling" label="呼损率上限" min={0.1} max={3} precision={1} unit="%" />
      )}
      <SelectField
        name="again"
        label="未接通的号码"
        options={[
          { value: 1, label: "按任务的重拨规则" },
          { value: 0, label: "不重拨" },
        ]}
        none={false}
      />
    </SimpleGrid>
  );
}

interface ReplayProps {
  readonly task: Task;
  readonly onClose: () => void;
}

function Replaying({ task, days }: { readonly task: Task; readonly days: readonly ReplayDay[] }) {
  const { id, ftype, mode, ratio, ceiling } = task;
  const [ask, { data, isFetching, isError }] = replays.replay.useLazyQuery();
  const [asked, setAsked] = useState(false);
  const [values] = useState(() => {
    const { date, agents, from, to } = days[0]!;
    return { date, agents: Math.max(agents, 1), mode, ratio, ceiling, from, to, again: 1 };
  });
  return (
    <Stack gap="4">
      <AppForm
        schema={schema}
        values={values}
        aria-label="回放"
        onSubmit={async ({ again, ...body }) => {
          await ask({ body: { id, ...body, ...(again === 1 ? {} : { retries: [] }) } });
          setAsked(true);
        }}
      >
        <Stack gap="3">
          <Settings days={days} automatic={ftype === 3} />
          <Button type="submit" alignSelf="flex-start" loading={isFetching} loadingText="回放">
            回放
          </Button>
        </Stack>
      </AppForm>
      {asked && !isError && data && <Comparison of={data} />}
    </Stack>
  );
}

/** What a past day of the task would have come to under other settings: nothing is dialled. */
export function ReplayDialog({ task, onClose }: ReplayProps) {
  const { data: days, error, refetch } = replays.days.useQuery({ body: { id: task.id } });
  return (
    <AppDialog
      open
      title={`回放：${task.taskIdentity}`}
      width="560px"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Stack gap="4">
        <Text color="fg.muted">用某一天的真实呼叫，看换一种设置会怎样。不会拨打任何号码，也不改变任务。</Text>
        {!days && (error ? <FailureState error={error} onRetry={() => void refetch()} /> : <Skeleton h="120px" />)}
        {days?.length === 0 && <Text>任务还没有结束的呼叫，不能回放。</Text>}
        {days && days.length > 0 && <Replaying task={task} days={days} />}
      </Stack>
    </AppDialog>
  );
}
