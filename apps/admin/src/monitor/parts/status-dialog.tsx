/** 状态 of a seat's row: the custom status that a supervisor puts a seat into, or out of. */
import { notifyDone, queriesOf } from "@liantai/api/client";
import { seatStatusApi, type LiveAgent } from "@liantai/api/contract/admin";
import { LoadingState } from "@liantai/ui";
import { FormDialog, SelectField } from "@liantai/ui/resource";
import type { Asked } from "./commands.ts";

const statuses = queriesOf({ list: seatStatusApi.list, bindCustomStatus: seatStatusApi.bindCustomStatus });
const schema = seatStatusApi.bindCustomStatus.body!.pick(["customStatus"]);

interface StatusDialogProps extends Asked {
  readonly agent: LiveAgent | undefined;
}

export function StatusDialog({ agentId, name, agent, onClose }: StatusDialogProps) {
  const { data } = statuses.list.useQuery(
    { body: { agentId, enable: "1", pageSize: 9_999 } },
    { refetchOnMountOrArgChange: true },
  );
  const [bind] = statuses.bindCustomStatus.useMutation();
  const now = data?.list.find(({ statusName }) => statusName === agent?.statusName)?.id ?? "";
  return (
    <FormDialog
      open
      title={`坐席${name}的状态`}
      schema={schema}
      values={{ customStatus: now }}
      onSubmit={async ({ customStatus }) => {
        await bind({ body: { agentId, customStatus } }).unwrap();
        notifyDone("坐席状态", "设置");
      }}
      onClose={onClose}
    >
      {data ? (
        <SelectField
          name="customStatus"
          label="自定义状态"
          options={data.list.map(({ id, statusName }) => ({ value: id, label: statusName }))}
          none="不在自定义状态"
        />
      ) : (
        <LoadingState />
      )}
    </FormDialog>
  );
}
