/** What is done with orders in a list: a new one, one row, many at once with what became of each. */
import { Button, Table, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { orderLimits } from "@liantai/api/contract/work-orders";
import { recordButton, type RecordVerb } from "@liantai/api/contract/workorder";
import type { CompiledForm } from "@liantai/api/forms";
import { AppDialog } from "@liantai/ui";
import { formOf, Outcome, SwitchField, TextAreaField, type Action } from "@liantai/ui/resource";
import { Tags, Upload } from "lucide-react";
import { useMemo } from "react";
import { boolean, object, string } from "yup";
import { useCalling } from "../../records/parts/calling.tsx";
import { records } from "../../records/parts/queries.ts";
import { useMarking, type useTags } from "../../records/parts/tags.tsx";
import { CommonNodeField } from "./common-nodes.tsx";
import { orders, people, type BatchTold, type OrderLine } from "./queries.ts";
import { SeatField } from "./seat-field.tsx";
import type { OpenSheet } from "./sheets.tsx";
import { codeText } from "./words.tsx";

const page = "/workorderinformation";
const said = () => string().label("说明").trim().max(orderLimits.text);

/** What became of each that could not. */
export function BatchResult({ told, onClose }: { readonly told: BatchTold; readonly onClose: () => void }) {
  return (
    <AppDialog open title="处理结果" width="560px" onClose={onClose} footer={<Button onClick={onClose}>知道了</Button>}>
      <Text mb="2">
        成功 {told.succeed} 个，失败 {told.failing} 个。
      </Text>
      {told.list.length > 0 && (
        <Table.Root size="sm" aria-label="未处理的工单">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader>工单编号</Table.ColumnHeader>
              <Table.ColumnHeader>原因</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {told.list.map((one) => (
              <Table.Row key={one.id}>
                <Table.Cell whiteSpace="nowrap">{one.workCode || "—"}</Table.Cell>
                <Table.Cell>{one.text}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      )}
    </AppDialog>
  );
}

const outcomeOf = (told: BatchTold, verb: string): Outcome =>
  told.failing === 0
    ? new Outcome({ done: ["工单", verb, { count: told.succeed }] })
    : new Outcome({ show: (close) => <BatchResult told={told} onClose={close} /> });

interface Options {
  readonly page: string;
  readonly selected: ReadonlySet<string>;
  /** The chosen ones, over all pages that were seen. */
  readonly chosen: readonly OrderLine[];
  /** Of the form that is chosen. */
  readonly tags: ReturnType<typeof useTags>;
  readonly form: CompiledForm | undefined;
  readonly clear: () => void;
  readonly open: (sheet: OpenSheet) => void;
}

/** What is done to orders' values as it is to customers: they are marked, and pushed to outward interfaces. */
function useRecordActions({ chosen, tags, form, open }: Options): readonly Action[] {
  const press = useMayPress(page);
  const may = (verb: RecordVerb) => press(recordButton("workOrder", verb));
  const [push] = records.push.useMutation();
  // Whose values they have.
  const recordIds = useMemo(() => new Set(chosen.map(({ recordId }) => recordId)), [chosen]);
  const count = recordIds.size;
  return [
    useMarking(tags, recordIds, may("tag")),
    {
      label: "推送",
      may: may("push"),
      disabled: count === 0,
      confirm: () => ({ title: "推送工单", text: `确定要把选中的 ${count} 个工单推送到外部接口吗？` }),
      run: () => push({ body: { ids: [...recordIds] } }).unwrap(),
      done: ["工单", "推送", { count }],
    },
    {
      label: "标签设置",
      may: may("tags") && form !== undefined,
      icon: <Tags aria-hidden />,
      run: () => open({ kind: "tags" }),
    },
  ];
}

function useBatch({ selected, chosen, clear }: Options): readonly Action[] {
  const may = useMayPress(page)("formStream.batch");
  const [end] = orders.jumpOrCompleteBatch.useMutation();
  const [hand] = people.transferBatch.useMutation();
  const ids = [...selected];
  const count = selected.size;
  const shared = {
    may,
    disabled: count === 0 || (count > orderLimits.batch && `一次最多处理${orderLimits.batch}个工单`),
  };
  const over = (told: BatchTold, verb: string) => {
    clear();
    return outcomeOf(told, verb);
  };
  return [
    {
      ...shared,
      label: "批量办结",
      form: () =>
        formOf({
          title: `批量办结（${count}个）`,
          small: true,
          submit: "办结",
          schema: object({ text: said(), evenWithSubOrders: boolean() }),
          values: { text: "", evenWithSubOrders: false },
          fields: (
            <>
              <Text>本人处理中的工单会办结；您负责监管的工单会直接结束。不能办结的会逐个说明原因。</Text>
              <SwitchField name="evenWithSubOrders" label="有未办结的子工单也办结" />
              <TextAreaField name="text" label="说明" rows={3} />
            </>
          ),
          send: async ({ text, evenWithSubOrders }) =>
            over(await end({ body: { ids, evenWithSubOrders, ...(text && { text }) } }).unwrap(), "办结"),
        }),
    },
    {
      ...shared,
      label: "批量转交",
      form: () =>
        formOf({
          title: `批量转交（${count}个）`,
          small: true,
          submit: "转交",
          schema: object({ to: string().label("坐席").required("请选择坐席"), text: said() }),
          values: { to: "", text: "" },
          fields: (
            <>
              <SeatField name="to" label="坐席" busy />
              <TextAreaField name="text" label="说明" rows={3} />
            </>
          ),
          send: async ({ to, text }) => over(await hand({ body: { ids, to, ...(text && { text }) } }).unwrap(), "转交"),
        }),
    },
    {
      ...shared,
      label: "批量跳转",
      form: () =>
        formOf({
          title: `批量跳转（${count}个）`,
          small: true,
          submit: "跳转",
          schema: object({ nodeId: string().label("节点").required("请选择节点"), text: said() }),
          values: { nodeId: "", text: "" },
          fields: (
            <>
              <CommonNodeField lines={chosen} />
              <TextAreaField name="text" label="说明" rows={3} />
            </>
          ),
          send: async ({ nodeId, text }) =>
            over(await end({ body: { ids, nodeId, ...(text && { text }) } }).unwrap(), "跳转"),
        }),
    },
  ];
}

export function useListActions(options: Options) {
  const { page: at, open } = options;
  const press = useMayPress(page);
  const may = press("formStream.create") && at === page;
  const batch = useBatch(options);
  const more = useRecordActions(options);
  const calling = useCalling<OrderLine>(options.form, ({ recordId }) => recordId);
  const [handle] = orders.handle.useMutation();
  const bar: readonly Action[] = [
    { label: "新建工单", may, adds: true, run: () => open({ kind: "new" }) },
    {
      label: "导入",
      may: may && press(recordButton("workOrder", "import")),
      icon: <Upload aria-hidden />,
      run: () => open({ kind: "import" }),
    },
    ...batch,
    ...more,
  ];
  const rows: readonly Action<OrderLine>[] = [
    calling,
    { label: "打开", run: ({ id }) => open({ kind: "order", id }) },
    {
      label: "领取",
      shown: ({ state }) => state === "pooled",
      run: async ({ id }) => {
        await handle({ body: { id, command: "claim" } }).unwrap();
        open({ kind: "order", id });
      },
      done: (order) => [`工单${codeText(order)}`, "领取"],
    },
  ];
  return { bar, rows };
}
