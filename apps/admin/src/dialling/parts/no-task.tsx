import type { TaskType } from "@liantai/api/contract/admin";
import { EmptyState } from "@liantai/ui";
import { kindOf } from "./kinds.ts";

/** The tab was opened for no task, or for one of another kind. */
export const NoTask = ({ ftype }: { readonly ftype: TaskType }) => (
  <EmptyState title={`没有指定${kindOf(ftype).noun}`} hint="请在任务列表中点击“号码明细”打开。" />
);
