import { notifyDone } from "@liantai/api/client";
import { Button } from "@chakra-ui/react";
import { AppDialog } from "@liantai/ui";
import { TransferList } from "@liantai/ui/resource";
import { units, type Unit } from "../parts/model.ts";

const all = { pageNo: 1, pageSize: 99_999 };

/** Which enterprises a unit looks after; those of no unit can be given to it. */
export function AssignDialog({ unit, onClose }: { readonly unit: Unit; readonly onClose: () => void }) {
  const free = units.organizCompanyList.useQuery({ body: { ...all, below: false } });
  const own = units.organizCompanyList.useQuery({ body: { ...all, unitId: unit.id, below: false } });
  const [assign, { isLoading }] = units.assign.useMutation();
  const move = async (compIds: readonly string[], unitId: string) => {
    try {
      const { count } = await assign({ body: { unitId, compIds: [...compIds] } }).unwrap();
      notifyDone("企业", unitId ? "分配" : "移出", { count });
    } catch {
      // Said by the shell.
    }
  };
  const items = (list: typeof own) =>
    (list.data?.list ?? []).map(({ compId, name }) => ({ id: compId, label: name, detail: compId }));
  return (
    <AppDialog
      open
      title={`分配企业：${unit.name}`}
      width="640px"
      onClose={onClose}
      footer={<Button onClick={onClose}>完成</Button>}
    >
      <TransferList
        availableTitle="未分配的企业"
        memberTitle="本单位的企业"
        available={items(free)}
        members={items(own)}
        answers={{ available: free, members: own }}
        busy={isLoading || free.isFetching || own.isFetching}
        onAdd={(ids) => void move(ids, unit.id)}
        onRemove={(ids) => void move(ids, "")}
      />
    </AppDialog>
  );
}
