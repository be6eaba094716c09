import { useMayPress } from "@liantai/api/client";
import { numberListApi, taskTypes } from "@liantai/api/contract/admin";
import { useImports } from "@liantai/bus/react";
import { optionsFrom, pendingOptions, type Column } from "@liantai/ui";
import {
  CrudScreen,
  formOf,
  ImportDialog,
  Outcome,
  SelectField,
  TextAreaField,
  TextField,
  type Action,
} from "@liantai/ui/resource";
import { useImported } from "../../parts/use-imported.ts";
import { PhonesDrawer } from "../lists/phones-drawer.tsx";
import { numberLists, type NumberList } from "../lists/queries.ts";
import { countsText, useSocketId } from "../parts/import-numbers.tsx";
import { tasks } from "../parts/queries.ts";

const noun = "号码清单";
const filterSchema = numberListApi.list.body!.pick(["name"]);
const defaults = () => ({ name: "" });
const joining = numberListApi.toTask.body!.pick(["taskId"]);

const columns: readonly Column<NumberList>[] = [
  { id: "name", title: "清单名称", width: 190, value: (l) => l.name, sortBy: "name" },
  { id: "count", title: "号码数", width: 88, align: "end", value: (l) => l.count },
  { id: "remark", title: "备注", width: 190, value: (l) => l.remark },
  { id: "createdAt", title: "创建时间", width: 156, value: (l) => l.createdAt, sortBy: "createdAt" },
  { id: "createdBy", title: "创建人", width: 90, value: (l) => l.createdBy },
];

/** Tasks that a list may go into: those that dial by themselves for a flow or a notice, and are not over. */
function useTaskOptions() {
  const page = { pageNo: 1, pageSize: 9_999, sortBy: "createdAt", sortOrder: "desc" } as const;
  const ivr = tasks.list.useQuery({ body: { ...page, ftype: 4 } }, { refetchOnMountOrArgChange: true });
  const notices = tasks.list.useQuery({ body: { ...page, ftype: 5 } }, { refetchOnMountOrArgChange: true });
  const all = ivr.data && notices.data && [...ivr.data.list, ...notices.data.list];
  return optionsFrom(
    all?.filter(({ state }) => state !== "stopped" && state !== "expired"),
    ({ id, taskIdentity, ftype }) => ({ value: id, label: `${taskIdentity}（${taskTypes[ftype]}）` }),
  );
}

function TaskField() {
  const options = useTaskOptions();
  return (
    <SelectField
      name="taskId"
      label="任务"
      options={options}
      hint={
        options.length === 0 && options !== pendingOptions
          ? "还没有可以加入的任务"
          : "按任务的设置检查去重、黑名单和频次，作为一个批次加入"
      }
    />
  );
}

function ImportList({ list, onClose }: { readonly list: NumberList; readonly onClose: () => void }) {
  return (
    <ImportDialog
      open
      title={`导入号码：${list.name}`}
      kind="numberList"
      useEvents={useImports}
      template={numberLists.template}
      templateName="号码清单导入模板.xlsx"
      check={{ kind: "numberListCheck", endpoint: numberLists.importCheck }}
      endpoint={numberLists.importData}
      fields={{ listId: list.id, ...useSocketId() }}
      failed={numberLists.failedDataDownload}
      counts={countsText}
      onClose={onClose}
      onDone={() => undefined}
    />
  );
}

function useListActions(press: (code: string) => boolean): readonly Action<NumberList>[] {
  const [toTask] = numberLists.toTask.useMutation();
  const socket = useSocketId();
  return [
    {
      label: "号码",
      sheet: (list, close) => <PhonesDrawer list={list} mayChange={press("numberList.numbers")} onClose={close} />,
    },
    {
      label: "导入号码",
      may: press("numberList.numbers"),
      sheet: (list, close) => <ImportList list={list} onClose={close} />,
    },
    {
      label: "加入任务",
      may: press("numberList.toTask"),
      form: (list) =>
        formOf({
          title: `加入任务：${list.name}`,
          small: true,
          schema: joining,
          values: { taskId: "" },
          fields: <TaskField />,
          submit: "加入",
          send: async ({ taskId }) => {
            const { msg } = await toTask({ body: { listId: list.id, taskId, ...socket } }).unwrap();
            return new Outcome({ done: ["号码", "提交加入任务", { note: msg }] });
          },
        }),
    },
  ];
}

/** IVR号码: lists of numbers apart from any task. */
export default function IvrNumberScreen() {
  const press = useMayPress("/ivrnumber");
  const actions = useListActions(press);
  useImported("numberList", numberListApi.importData);
  return (
    <CrudScreen<NumberList, ReturnType<typeof defaults>>
      id="ivrnumber"
      noun={noun}
      queries={numberLists}
      may={{ add: press("numberList.add"), update: press("numberList.update"), delete: press("numberList.delete") }}
      list={{
        columns,
        actions,
        idOf: (list) => list.id,
        nameOf: (list) => list.name,
        hint: "把常用的号码存为清单，需要时整个加入IVR外呼或语音通知任务。",
        deletion: "清单里的号码一并删除，已加入任务的不受影响。",
      }}
      filters={{ schema: filterSchema, defaults, fields: <TextField name="name" label="清单名称" /> }}
      form={{
        schema: numberListApi.add.body!,
        values: (list) => ({ name: list?.name ?? "", remark: list?.remark ?? "" }),
        fields: (
          <>
            <TextField name="name" label="清单名称" />
            <TextAreaField name="remark" label="备注" rows={3} />
          </>
        ),
      }}
    />
  );
}
