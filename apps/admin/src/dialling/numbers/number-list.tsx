import { taskPhoneApi, type TaskType } from "@liantai/api/contract/admin";
import { ExportButton, Outcome, ResourceScreen, useResourceList, type Action } from "@liantai/ui/resource";
import { Upload } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { useImported } from "../../parts/use-imported.ts";
import { ImportNumbers } from "../parts/import-numbers.tsx";
import { KeysetPager, usePath } from "../parts/keyset.tsx";
import { useTaskRights } from "../parts/kinds.ts";
import { phones, type Phone, type Task } from "../parts/queries.ts";
import { stillHeld } from "../parts/words.ts";
import { AttemptsDrawer } from "./attempts.tsx";
import { numberColumns } from "./columns.tsx";
import { defaults, filterSchema, NumberQuery, type Filters } from "./query.tsx";
import { WhyDialog } from "./why.tsx";

type Of = Pick<Task, "id" | "taskIdentity" | "ftype" | "amd">;

/** One page of the numbers. The list's hook and this one ask the same question: it goes out once. */
function useNumbers(taskId: string, ftype: TaskType) {
  const [asked, setAsked] = useState("");
  const path = usePath(`${taskId} ${asked}`);
  const { after } = path;
  const extra = useMemo(() => ({ taskId, ...(after && { after }) }), [taskId, after]);
  const resource = useResourceList<Phone, Filters>({
    id: `dialtask.numbers.${ftype}`,
    endpoint: phones.list,
    filterSchema,
    defaults,
    extra,
  });
  // Another question begins at its first page.
  const filters = JSON.stringify(resource.filters);
  if (asked !== filters) setAsked(filters);
  // `data` is the page before as long as this one is on its way: its end is not where the next one begins.
  const { data, currentData } = phones.list.useQuery({
    body: { ...resource.question, taskId, pageNo: resource.pageNo, pageSize: resource.pageSize },
  });
  return { resource, path, next: currentData?.next, more: data?.more === true };
}

function useNumberActions(task: Of, selected: ReadonlySet<string>, clear: () => void) {
  const may = useTaskRights(task.ftype);
  const [recall] = phones.recall.useMutation();
  const [stop] = phones.stop.useMutation();
  const body = () => ({ body: { taskId: task.id, ids: [...selected] } });
  const count = selected.size;
  const rows: readonly Action<Phone>[] = [
    {
      label: "明细",
      sheet: (phone, close) => <AttemptsDrawer task={task} phone={phone} onClose={close} />,
    },
    {
      label: "为什么没拨",
      shown: ({ state }) => state !== "done" && state !== "stopped",
      sheet: (phone, close) => <WhyDialog taskId={task.id} phone={phone} onClose={close} />,
    },
  ];
  const bar: readonly Action[] = [
    {
      label: "导入号码",
      may: may("numbers"),
      main: true,
      icon: <Upload aria-hidden />,
      sheet: (_, close) => <ImportNumbers task={task} onClose={close} />,
    },
    {
      label: "重呼",
      may: may("numbers"),
      disabled: count === 0,
      confirm: () => ({ title: "重呼号码", text: `确定要再拨选中的 ${count} 个号码吗？已拨次数继续累计。` }),
      run: async () => {
        const { count: moved, held } = await recall(body()).unwrap();
        clear();
        return new Outcome({ done: ["号码", "转为待拨", { count: moved, note: stillHeld(held) }] });
      },
    },
    {
      label: "停止",
      may: may("numbers"),
      danger: true,
      disabled: count === 0,
      confirm: () => ({
        title: "停止号码",
        text: `选中的 ${count} 个号码不再拨打，正在进行的通话不受影响。确定要停止吗？`,
      }),
      run: () => stop(body()).unwrap().then(clear),
      done: ["号码", "停止", { count }],
    },
  ];
  return { rows, bar };
}

interface NumberListProps {
  readonly task: Of;
  /** Stands over the list's buttons, e.g. which task. */
  readonly lead?: ReactNode;
}

/** The numbers of a task, a million and more. */
export function NumberList({ task, lead }: NumberListProps) {
  const { ftype, id } = task;
  const { resource, path, next, more } = useNumbers(id, ftype);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { rows, bar } = useNumberActions(task, selected, () => setSelected(new Set()));
  useImported("taskPhone", taskPhoneApi.importData);
  const columns = useMemo(() => numberColumns(ftype), [ftype]);
  const { pageSize, onPageSize } = resource;
  const mayImport = useTaskRights(ftype)("numbers");
  const { after: _, ...question } = resource.question as { readonly after?: string };
  return (
    <ResourceScreen
      label="号码"
      columns={columns}
      rowId={(phone) => phone.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      selection={{ selected, onChange: setSelected }}
      empty={{ title: "没有符合条件的号码", ...(mayImport ? { hint: "点击“导入号码”从文件导入。" } : {}) }}
      query={<NumberQuery taskId={id} ftype={ftype} />}
      toolbar={
        <>
          <ExportButton endpoint={phones.export} body={question} />
          {lead}
        </>
      }
      pager={
        <KeysetPager path={path} next={next} total={resource.total} more={more} resource={{ pageSize, onPageSize }} />
      }
    />
  );
}
