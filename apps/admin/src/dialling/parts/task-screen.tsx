import { dialTaskApi, taskPhoneApi, type TaskType } from "@liantai/api/contract/admin";
import { SelectField, TextField } from "@liantai/ui";
import { ResourceScreen, useResourceList } from "@liantai/ui/resource";
import { useMemo } from "react";
import { useImported } from "../../parts/use-imported.ts";
import { kindOf } from "./kinds.ts";
import { tasks, type Task } from "./queries.ts";
import { useTaskActions } from "./task-actions.tsx";
import { taskColumns } from "./task-columns.tsx";
import { useProgress } from "./use-progress.ts";
import { stateOptions } from "./words.ts";

const filterSchema = dialTaskApi.list.body!.pick(["taskIdentity", "state"]);
const defaults = () => ({ taskIdentity: "", state: "" });

/** 启动 or 暂停, 导入号码, 号码明细 and 更多: the first two never stand together. */
const actionsWidth = 238;

/** The tasks of one kind. */
export function TaskScreen({ ftype }: { readonly ftype: TaskType }) {
  const { noun, hint, how } = kindOf(ftype);
  const extra = useMemo(() => ({ ftype }), [ftype]);
  const resource = useResourceList<Task, ReturnType<typeof defaults>>({
    id: `dialtask.${ftype}`,
    endpoint: tasks.list,
    filterSchema,
    defaults,
    extra,
  });
  const rows = useProgress(resource.list.rows);
  const { bar, rows: rowActions } = useTaskActions(ftype);
  const columns = useMemo(() => taskColumns(ftype), [ftype]);
  useImported("taskPhone", taskPhoneApi.importData);
  return (
    <ResourceScreen
      label={noun}
      columns={columns}
      rowId={(task) => task.id}
      resource={{ ...resource, list: { ...resource.list, rows } }}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rowActions}
      actionsWidth={actionsWidth}
      empty={{ title: `没有符合条件的${noun}`, hint, how }}
      query={
        <>
          <TextField name="taskIdentity" label="任务标识" />
          <SelectField name="state" label="状态" options={stateOptions} width="110px" />
        </>
      }
    />
  );
}
