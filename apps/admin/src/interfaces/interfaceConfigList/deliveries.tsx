import { Code, Stack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { deliveryStates, interfaceDeliveryApi, interfaceEvents } from "@liantai/api/contract/admin";
import { namedOptions, StatusBadge, usePolling, type Column, type StateTone } from "@liantai/ui";
import {
  DetailDrawer,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  Outcome,
  type Action,
  DateRangeField,
  today,
  withDateRange,
} from "@liantai/ui/resource";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { object } from "yup";
import { deliveries, eventOptions, interfaces, type Delivery } from "../parts/queries.ts";

const { interfaceId, state, event, callId, startTime, endTime } = interfaceDeliveryApi.list.body!.fields;
const filterSchema = withDateRange(
  object({ startTime, endTime, interfaceId, state, event, callId }),
  "startTime",
  "endTime",
);
const defaults = () => {
  const { from, to } = today(Date.now());
  return { startTime: from, endTime: to, interfaceId: "", state: "", event: "", callId: "" };
};
const stateOptions = Object.entries(deliveryStates).map(([value, label]) => ({ value, label }));
const tones: Readonly<Record<Delivery["state"], StateTone>> = { waiting: "busy", delivered: "ready", failed: "held" };

const StateBadge = ({ delivery }: { readonly delivery: Delivery }) => (
  <StatusBadge tone={tones[delivery.state]}>{deliveryStates[delivery.state]}</StatusBadge>
);

function Excerpt({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Stack gap="1" mt="4">
      <Text color="fg.muted">{title}</Text>
      <Code
        display="block"
        bg="bg.muted"
        p="2"
        whiteSpace="pre-wrap"
        wordBreak="break-all"
        maxH="260px"
        overflow="auto"
        tabIndex={0}
      >
        {text || "—"}
      </Code>
    </Stack>
  );
}

const columns: readonly Column<Delivery>[] = [
  { id: "createdAt", title: "事件时间", width: 156, value: (r) => r.createdAt },
  { id: "interface", title: "接口", width: 140, value: (r) => r.interfaceName },
  { id: "event", title: "事件", width: 104, value: (r) => interfaceEvents[r.event] },
  {
    id: "state",
    title: "状态",
    width: 88,
    value: (r) => deliveryStates[r.state],
    cell: (r) => <StateBadge delivery={r} />,
  },
  { id: "attempts", title: "次数", width: 60, align: "end", value: (r) => r.attempts },
  { id: "status", title: "状态码", width: 72, align: "end", value: (r) => r.status },
  { id: "error", title: "失败原因", width: 200, value: (r) => r.error },
  { id: "nextTryAt", title: "下次推送", width: 156, value: (r) => r.nextTryAt },
  { id: "callId", title: "通话编号", width: 200, value: (r) => r.callId, optional: true },
];

function Detail({ delivery, onClose }: { readonly delivery: Delivery; readonly onClose: () => void }) {
  return (
    <DetailDrawer
      open
      title="推送详情"
      width="640px"
      onClose={onClose}
      items={[
        ["推送编号", delivery.id],
        ["接口", delivery.interfaceName],
        ["事件", interfaceEvents[delivery.event]],
        ["通话编号", delivery.callId],
        ["状态", <StateBadge key="state" delivery={delivery} />],
        ["次数", delivery.attempts],
        ["最近推送", delivery.triedAt],
        ["耗时", delivery.ms === null ? null : `${delivery.ms} 毫秒`],
        ["状态码", delivery.status],
        ["失败原因", delivery.error],
        ["下次推送", delivery.nextTryAt],
      ]}
    >
      <Excerpt title="请求内容" text={delivery.body} />
      <Excerpt title="响应内容" text={delivery.response} />
    </DetailDrawer>
  );
}

/** 推送记录: what was sent, what came back, and once more. */
export function Deliveries() {
  const may = useMayPress("/interfaceConfigList")("interface.retry");
  const { data } = interfaces.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const resource = useResourceList<Delivery, ReturnType<typeof defaults>>({
    id: "interface-deliveries",
    endpoint: deliveries.list,
    filterSchema,
    defaults,
  });
  usePolling(resource.refetch);
  const [retry] = deliveries.retry.useMutation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const again = async (ids: string[]) => {
    const { count } = await retry({ body: { ids } }).unwrap();
    setSelected(new Set());
    return new Outcome({ done: ["重新推送", "安排", { count, unit: "条" }] });
  };
  const actions: readonly Action[] = [
    {
      label: "重新推送",
      may,
      icon: <RotateCw aria-hidden />,
      disabled: selected.size === 0,
      run: () => again([...selected]),
    },
  ];
  const rowActions: readonly Action<Delivery>[] = [
    { label: "详情", sheet: (delivery, close) => <Detail delivery={delivery} onClose={close} /> },
    { label: "重新推送", may, shown: ({ state }) => state !== "delivered", run: ({ id }) => again([id]) },
  ];
  return (
    <ResourceScreen
      label="推送记录"
      columns={columns}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty={{ title: "没有符合条件的推送记录", hint: "记录保留30天。" }}
      {...(may ? { selection: { selected, onChange: setSelected } } : {})}
      query={
        <>
          <DateRangeField from="startTime" to="endTime" label="事件时间" />
          <SelectField name="interfaceId" label="接口" options={namedOptions(data?.list)} width="112px" />
          <SelectField name="event" label="事件" options={eventOptions} width="100px" />
          <SelectField name="state" label="状态" options={stateOptions} width="84px" />
          <TextField name="callId" label="通话编号" width="104px" />
        </>
      }
      actions={actions}
      rowActions={rowActions}
    />
  );
}
