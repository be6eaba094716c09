import { ResourceScreen, SelectField, TextField, type Action, Outcome } from "@liantai/ui/resource";
import { Trash2 } from "lucide-react";
import { useState, useMemo } from "react";
import { jobColumns } from "./columns.tsx";
import { download } from "./download.ts";
import { defaults, filterSchema, isOpen, jobs, stateOptions, useJobs, useSeesAll, type Job } from "./model.ts";

interface JobsScreenProps {
  /** Name of the screen; the table's layout is kept under it. */
  readonly id: string;
  readonly label: string;
  readonly endpoint: Parameters<typeof useJobs>[1];
  readonly empty: { readonly title: string; readonly hint: string };
  /** Of several kinds. */
  readonly kinds?: boolean;
  /** Further buttons over the list, before 删除. */
  readonly actions?: readonly Action[];
}

const none: readonly never[] = [];

function useJobActions(
  rows: readonly Job[],
  selected: ReadonlySet<string>,
  select: (ids: ReadonlySet<string>) => void,
) {
  const [cancel] = jobs.cancel.useMutation();
  const [remove] = jobs.delete.useMutation();
  const running = (ids: readonly string[]) => rows.some((row) => ids.includes(row.id) && isOpen(row));
  const removal = (ids: readonly string[]) => ({
    confirm: () => ({
      title: "删除文件",
      text: `确定要删除所选的 ${ids.length} 个文件吗？${running(ids) ? "正在进行的任务会一并取消，" : ""}删除后不能恢复。`,
    }),
    async run() {
      const { count } = await remove({ body: { ids: [...ids] } }).unwrap();
      select(new Set([...selected].filter((each) => !ids.includes(each))));
      return new Outcome({ done: ["文件", "删除", { count }] });
    },
  });
  const rowActions: readonly Action<Job>[] = [
    { label: "下载", shown: ({ state }) => state === "done", run: ({ id }) => download({ kind: "export", id }) },
    {
      label: "取消",
      shown: isOpen,
      async run({ id, name }) {
        const { count } = await cancel({ body: { ids: [id] } }).unwrap();
        return count > 0 ? new Outcome({ done: ["导出", "取消", { note: name }] }) : undefined;
      },
    },
    {
      label: "删除",
      danger: true,
      shown: (job) => !isOpen(job),
      confirm: ({ id }) => removal([id]).confirm(),
      run: ({ id }) => removal([id]).run(),
    },
  ];
  const chosen: Action = {
    label: "删除",
    danger: true,
    icon: <Trash2 aria-hidden />,
    disabled: selected.size === 0,
    ...removal([...selected]),
  };
  return { rowActions, chosen };
}

/** Export jobs: state, progress, download, expiry. */
export function JobsScreen({ id, label, endpoint, empty, kinds = false, actions = none }: JobsScreenProps) {
  const resource = useJobs(id, endpoint);
  const everybody = useSeesAll();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { rowActions, chosen } = useJobActions(resource.list.rows ?? none, selected, setSelected);
  const columns = useMemo(() => jobColumns(everybody, kinds), [everybody, kinds]);
  return (
    <ResourceScreen<Job, ReturnType<typeof defaults>>
      label={label}
      columns={columns}
      rowId={(row) => row.id}
      empty={empty}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      selection={{ selected, onChange: setSelected }}
      query={
        <>
          <TextField name="name" label="文件名称" />
          <SelectField name="state" label="状态" options={stateOptions} width="110px" />
        </>
      }
      actions={[...actions, chosen]}
      rowActions={rowActions}
      actionsWidth={108}
    />
  );
}
