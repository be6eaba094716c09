import { Button } from "@chakra-ui/react";
import { notify, notifyDone } from "@liantai/api/client";
import { ConfirmDialog } from "@liantai/ui";
import { ResourceScreen, SelectField, TextField } from "@liantai/ui/resource";
import { Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
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
  readonly toolbar?: ReactNode;
  readonly children?: ReactNode;
}

/** Export jobs: state, progress, download, expiry. */
export function JobsScreen({ id, label, endpoint, empty, kinds = false, toolbar, children }: JobsScreenProps) {
  const resource = useJobs(id, endpoint);
  const everybody = useSeesAll();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly string[]>([]);
  const [fetching, setFetching] = useState<string>();
  const [cancel] = jobs.cancel.useMutation();
  const [remove, { isLoading }] = jobs.delete.useMutation();

  const fetchFile = async (job: Job) => {
    setFetching(job.id);
    await download({ kind: "export", id: job.id });
    setFetching(undefined);
  };
  const stop = async (job: Job) => {
    const { count } = await cancel({ body: { ids: [job.id] } }).unwrap();
    if (count > 0) notify({ title: "已取消", text: job.name });
  };
  const confirmed = async () => {
    const { count } = await remove({ body: { ids: [...removing] } }).unwrap();
    setSelected((before) => new Set([...before].filter((each) => !removing.includes(each))));
    setRemoving([]);
    notifyDone("文件", "删除", { count });
  };
  const columns = jobColumns(
    {
      download: (job) => void fetchFile(job),
      cancel: (job) => void stop(job).catch(() => undefined),
      remove: (job) => setRemoving([job.id]),
      fetching,
    },
    everybody,
    kinds,
  );
  const chosen = [...selected];
  const running = resource.list.rows?.some((row) => removing.includes(row.id) && isOpen(row));
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
      toolbar={
        <>
          {toolbar}
          <Button
            size="xs"
            variant="outline"
            colorPalette="gray"
            disabled={chosen.length === 0}
            onClick={() => setRemoving(chosen)}
          >
            <Trash2 aria-hidden />
            删除
          </Button>
        </>
      }
    >
      <ConfirmDialog
        open={removing.length > 0}
        title="删除文件"
        text={`确定删除所选的 ${removing.length} 个文件吗？${running ? "正在进行的任务会一并取消，" : ""}删除后不能恢复。`}
        confirm="删除"
        dangerous
        busy={isLoading}
        onConfirm={() => void confirmed().catch(() => undefined)}
        onClose={() => setRemoving([])}
      />
      {children}
    </ResourceScreen>
  );
}
