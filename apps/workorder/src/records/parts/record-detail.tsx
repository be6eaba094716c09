import { Button, Stack, Tabs, Text } from "@chakra-ui/react";
import type { CompiledForm, FormValues, OtherRender } from "@liantai/api/forms";
import { AppDrawer, FailureState, LoadingState } from "@liantai/ui";
import { DynamicDetail, serverSources, useDynamicForm } from "@liantai/ui/dynamic";
import { useMemo, useState } from "react";
import { MacroButton } from "../../automation/macros/macro-button.tsx";
import { Trace } from "../../automation/trace.tsx";
import { ArrangeButton } from "../../follow-ups/parts/arranging.tsx";
import { NewOrderButton } from "../../orders/parts/order-button.tsx";
import { reservedOf, ReserveButton } from "../../reminders/parts/reserve-button.tsx";
import { Changes } from "./changes.tsx";
import { useEngineContext } from "./engine-context.ts";
import { compiledOf } from "./forms.ts";
import { RecordNumbers } from "./numbers.tsx";
import { AlsoHere, usePresence } from "./presence.tsx";
import { oneRecord, type OpenRecord } from "./queries.ts";
import { titleOf } from "./question.ts";
import { RecordTags } from "./tags.tsx";
import { Steps, useStepKeys } from "./steps.tsx";
import type { Stepping } from "./stepping.ts";
import { Timeline } from "./timeline.tsx";

interface OpenedProps {
  readonly opened: OpenRecord;
}

/** As of one version. */
function Values({ opened, form }: OpenedProps & { readonly form: CompiledForm }) {
  const { record, history, otherRender } = opened;
  const [sources] = useState(() => serverSources(record.id, opened.allowed.reveal));
  const context = useEngineContext(otherRender as OtherRender, opened.call);
  const store = useDynamicForm({ form, stored: record.values as FormValues, context, sources });
  return <DynamicDetail store={store} history={history} values={record.values as FormValues} />;
}

export function OpenedRecord({ opened }: OpenedProps) {
  const { record } = opened;
  const form = useMemo(() => compiledOf(opened.form, opened.otherOptions), [opened.form, opened.otherOptions]);
  const others = usePresence(record.id, false);
  const [referring, setReferring] = useState<string>();
  return (
    <Stack gap="3">
      <AlsoHere others={others} noun="数据" />
      <RecordTags opened={opened} />
      <RecordNumbers opened={opened} form={form} />
      <Tabs.Root defaultValue="detail" size="sm" lazyMount>
        <Tabs.List>
          <Tabs.Trigger value="detail">详情</Tabs.Trigger>
          <Tabs.Trigger value="timeline">联系记录</Tabs.Trigger>
          <Tabs.Trigger value="changes">变更记录</Tabs.Trigger>
          {opened.formType === "customer" && <Tabs.Trigger value="trace">触发记录</Tabs.Trigger>}
        </Tabs.List>
        <Tabs.Content value="detail">
          <Values key={record.version} opened={opened} form={form} />
          <Text mt="3" color="fg.muted" textStyle="xs">
            {record.ownerName && `负责人：${record.ownerName}，`}创建于 {record.createTime}，更新于 {record.updateTime}
          </Text>
        </Tabs.Content>
        <Tabs.Content value="timeline">
          <Timeline id={record.id} onOpen={setReferring} />
          {referring !== undefined && (
            <RecordDetail id={referring} noun="关联数据" onClose={() => setReferring(undefined)} />
          )}
        </Tabs.Content>
        <Tabs.Content value="changes">
          <Changes opened={opened} />
        </Tabs.Content>
        <Tabs.Content value="trace">
          <Trace kind="record" id={record.id} />
        </Tabs.Content>
      </Tabs.Root>
    </Stack>
  );
}

interface DetailProps {
  readonly id: string;
  readonly noun: string;
  /** To the records before and behind it in its list. */
  readonly stepping?: Stepping;
  readonly onClose: () => void;
  /** Absent where it is only looked at. */
  readonly onEdit?: () => void;
}

/** Everything about a record, beside its list. */
export function RecordDetail({ id, noun, stepping, onClose, onEdit }: DetailProps) {
  useStepKeys(stepping);
  const {
    currentData: data,
    error,
    refetch,
  } = oneRecord.find.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  const title = data ? `${noun}：${titleOf(compiledOf(data.form, data.otherOptions), data.record.values)}` : noun;
  return (
    <AppDrawer
      open
      title={title}
      width="720px"
      onClose={onClose}
      footer={
        data && (
          <>
            <Steps stepping={stepping} />
            {data.formType === "customer" && data.allowed.update && (
              <MacroButton
                form={compiledOf(data.form, data.otherOptions)}
                subject={{ kind: "record", subjectId: id, version: data.record.version }}
                onDone={() => void refetch()}
              />
            )}
            {data.formType === "customer" && (
              <>
                <ReserveButton of={reservedOf(data)} />
                <ArrangeButton recordId={id} />
                <NewOrderButton of={{ customer: data.record }} />
              </>
            )}
            {data.allowed.update && onEdit && <Button onClick={onEdit}>编辑</Button>}
          </>
        )
      }
    >
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <OpenedRecord key={`${id} ${data.form.version}`} opened={data} />
      ) : (
        <LoadingState />
      )}
    </AppDrawer>
  );
}
