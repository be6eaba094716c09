import { Button, HStack, Stack, Tabs, Text } from "@chakra-ui/react";
import type { FormValues, OtherRender } from "@liantai/api/forms";
import { bus } from "@liantai/bus";
import { AppDrawer, FailureState, LoadingState } from "@liantai/ui";
import { DynamicDetail, serverSources, useDynamicForm } from "@liantai/ui/dynamic";
import { Phone } from "lucide-react";
import { useMemo, useState } from "react";
import { MacroButton } from "../../automation/macros/macro-button.tsx";
import { Trace } from "../../automation/trace.tsx";
import { NewOrderButton } from "../../orders/parts/order-button.tsx";
import { useEngineContext } from "./engine-context.ts";
import { compiledOf } from "./forms.ts";
import { oneRecord, type OpenRecord } from "./queries.ts";
import { titleOf } from "./question.ts";
import { Changes, Timeline } from "./timeline.tsx";

/** By sealed reference: a number that is hidden stands in no request of the page. */
function Dialling({ opened: { dial } }: { readonly opened: OpenRecord }) {
  return (
    <HStack gap="2" wrap="wrap">
      {dial.map(({ field, label, number, ref }) => (
        <Button key={field} size="xs" variant="outline" onClick={() => bus.publish("call.dial", { ref })}>
          <Phone aria-hidden />
          呼叫{label} {number}
        </Button>
      ))}
    </HStack>
  );
}

export function OpenedRecord({ opened }: { readonly opened: OpenRecord }) {
  const { record, history, otherRender } = opened;
  const [sources] = useState(() => serverSources(record.id, opened.allowed.reveal));
  const form = useMemo(() => compiledOf(opened.form), [opened.form]);
  const context = useEngineContext(otherRender as OtherRender, opened.call);
  const store = useDynamicForm({ form, stored: record.values as FormValues, context, sources });
  return (
    <Stack gap="3">
      <Dialling opened={opened} />
      <Tabs.Root defaultValue="detail" size="sm" lazyMount>
        <Tabs.List>
          <Tabs.Trigger value="detail">详情</Tabs.Trigger>
          <Tabs.Trigger value="timeline">联系记录</Tabs.Trigger>
          <Tabs.Trigger value="changes">变更记录</Tabs.Trigger>
          {opened.formType === "customer" && <Tabs.Trigger value="trace">触发记录</Tabs.Trigger>}
        </Tabs.List>
        <Tabs.Content value="detail">
          <DynamicDetail store={store} history={history} values={record.values as FormValues} />
          <Text mt="3" color="fg.muted" textStyle="xs">
            {record.ownerName && `负责人：${record.ownerName}，`}创建于 {record.createTime}，更新于 {record.updateTime}
          </Text>
        </Tabs.Content>
        <Tabs.Content value="timeline">
          <Timeline id={record.id} />
        </Tabs.Content>
        <Tabs.Content value="changes">
          <Changes changes={opened.changes} />
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
  readonly onClose: () => void;
  readonly onEdit: () => void;
}

/** Everything about a record, beside its list. */
export function RecordDetail({ id, noun, onClose, onEdit }: DetailProps) {
  const { data, error, refetch } = oneRecord.find.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  const title = data ? `${noun}：${titleOf(compiledOf(data.form), data.record.values)}` : noun;
  return (
    <AppDrawer
      open
      title={title}
      width="720px"
      onClose={onClose}
      footer={
        data && (
          <>
            {data.formType === "customer" && data.allowed.update && (
              <MacroButton
                form={compiledOf(data.form)}
                subject={{ kind: "record", subjectId: id, version: data.record.version }}
                onDone={() => void refetch()}
              />
            )}
            {data.formType === "customer" && <NewOrderButton of={{ customer: data.record }} />}
            {data.allowed.update && <Button onClick={onEdit}>编辑</Button>}
          </>
        )
      }
    >
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <OpenedRecord key={`${data.record.version} ${data.form.version}`} opened={data} />
      ) : (
        <LoadingState />
      )}
    </AppDrawer>
  );
}
