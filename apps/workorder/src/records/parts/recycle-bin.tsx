import { Button, HStack } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { CompiledForm } from "@liantai/api/forms";
import { AppDrawer, ConfirmDialog, DataTable, Pager, usePageSize, type Column } from "@liantai/ui";
import { useState } from "react";
import { columnsOf } from "./columns.tsx";
import { records, type RecordRow } from "./queries.ts";

interface Props {
  readonly form: CompiledForm;
  readonly noun: string;
  readonly onClose: () => void;
}

const fewest = 4;
const columns = (form: CompiledForm): readonly Column<RecordRow>[] => [
  ...columnsOf(form).filter(({ id }, at) => at < fewest && id.startsWith("f_")),
  { id: "deleteTime", title: "删除时间", width: 160, value: (row) => row.deleteTime },
];

function useBin({ form, noun }: Props, chosen: ReadonlySet<string>, done: () => void) {
  const [restore, restoring] = records.restore.useMutation();
  const [purge, purging] = records.purge.useMutation();
  const body = { ids: [...chosen] };
  const after = (verb: string) => () => {
    notifyDone(noun, verb, { count: chosen.size });
    done();
  };
  // A refusal is said by the shell; what was chosen stays chosen.
  const nothing = () => undefined;
  return {
    columns: columns(form),
    restoring: restoring.isLoading,
    purging: purging.isLoading,
    restore: () => restore({ body }).unwrap().then(after("还原"), nothing),
    purge: () => purge({ body }).unwrap().then(after("彻底删除"), nothing),
  };
}

/** 回收站: deleted records come back from here, or are gone for good. */
export function RecycleBin(props: Props) {
  const { form, noun, onClose } = props;
  const [pageNo, setPageNo] = useState(1);
  const [pageSize, setPageSize] = usePageSize("recycleBin");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const { data, error, isFetching, refetch } = records.recycleList.useQuery(
    { body: { formId: form.formId, pageNo, pageSize } },
    { refetchOnMountOrArgChange: true },
  );
  const bin = useBin(props, selected, () => setSelected(new Set()));
  const none = selected.size === 0;
  return (
    <AppDrawer open title={`${noun}回收站`} width="860px" onClose={onClose}>
      <DataTable
        id={`recycleBin.${form.formId}`}
        label={`${noun}回收站`}
        columns={bin.columns}
        rowId={(row) => row.id}
        list={{ rows: data?.list, fetching: isFetching, error, retry: () => void refetch() }}
        empty={{ title: "回收站是空的" }}
        selection={{ selected, onChange: setSelected }}
        toolbar={
          <HStack gap="2" py="1">
            <Button size="xs" disabled={none} loading={bin.restoring} onClick={() => void bin.restore()}>
              还原
            </Button>
            <Button size="xs" variant="outline" colorPalette="red" disabled={none} onClick={() => setAsking(true)}>
              彻底删除
            </Button>
          </HStack>
        }
      />
      <Pager
        total={data?.total ?? 0}
        pageNo={pageNo}
        pageSize={pageSize}
        onPage={setPageNo}
        onPageSize={(size) => {
          setPageSize(size);
          setPageNo(1);
        }}
      />
      <ConfirmDialog
        open={asking}
        title={`彻底删除${noun}`}
        text={`确定要彻底删除选中的 ${selected.size} 项吗？删除后不能恢复。`}
        confirm="彻底删除"
        dangerous
        busy={bin.purging}
        onConfirm={() => void bin.purge().then(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </AppDrawer>
  );
}
