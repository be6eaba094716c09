import { Box } from "@chakra-ui/react";
import { notifyDone, useMayPress } from "@liantai/api/client";
import { FailureState, LoadingState, offText, ScrollBox } from "@liantai/ui";
import { TransferList } from "@liantai/ui/resource";
import { dispatchGroupMembers, dispatchGroups, skillGroups } from "../../parts/queries.ts";
import { StaleNote } from "../../parts/stale-note.tsx";
import { SubjectScreen, useSubject } from "../../parts/subject.tsx";
import { OrderForm } from "./order.tsx";

function Groups({ id, may }: { readonly id: string; readonly may: boolean }) {
  const inside = dispatchGroupMembers.list.useQuery({ body: { pageNo: 1, pageSize: 9_999, dispatchGroupId: id } });
  const all = skillGroups.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const [add, adding] = dispatchGroupMembers.add.useMutation();
  const [remove, removing] = dispatchGroupMembers.delete.useMutation();
  const failed = inside.error ?? all.error;
  const again = () => {
    void inside.refetch();
    void all.refetch();
  };
  if (failed && !(inside.data && all.data)) return <FailureState error={failed} onRetry={again} />;
  if (!inside.data || !all.data) return <LoadingState text="正在加载技能组…" />;
  const members = inside.data.list;
  const known = new Set(members.map((m) => m.skillGroupId));
  const refused = () => undefined;
  return (
    <ScrollBox display="flex" flexDirection="column" gap="2">
      {failed && <StaleNote onRetry={again} />}
      <Box bg="bg" borderWidth="1px" borderRadius="md" p="3" flex="none">
        <TransferList
          availableTitle="未加入的技能组"
          memberTitle="队列中的技能组"
          height="200px"
          busy={!may || adding.isLoading || removing.isLoading}
          available={all.data.list
            .filter((g) => !known.has(g.id) && g.enabled === 1)
            .map((g) => ({ id: g.id, label: g.name, detail: `${g.members}名坐席` }))}
          members={members.map((m) => ({
            id: m.skillGroupId,
            label: m.enabled === 1 ? m.name : offText(m.name),
            detail: `第${m.sort}个 · ${m.members}名坐席`,
          }))}
          onAdd={(ids) =>
            void add({ body: { dispatchGroupId: id, skillGroupIds: [...ids], nextAfterS: 30 } })
              .unwrap()
              .then(({ count }) => notifyDone("技能组", "加入", { count }), refused)
          }
          onRemove={(ids) =>
            void remove({ body: { dispatchGroupId: id, skillGroupIds: [...ids] } })
              .unwrap()
              .then(({ count }) => notifyDone("技能组", "移出", { count }), refused)
          }
        />
      </Box>
      <OrderForm id={id} members={members} may={may} />
    </ScrollBox>
  );
}

/** 调度队列技能组: which skill groups a queue tries, in what order, after how long. */
export default function DispatchQueueAllotSkillScreen() {
  const may = useMayPress("/dispatchQueueallotskill")("dispatchGroup.allot");
  const list = dispatchGroups.list.useQuery({ body: { pageNo: 1, pageSize: 9_999 } });
  const options = list.data?.list.map((q) => ({ value: q.id, label: q.enabled === 1 ? q.name : offText(q.name) }));
  const subject = useSubject(options);
  const { id } = subject;
  return (
    <SubjectScreen label="调度队列" list={list} options={options} subject={subject} none="还没有调度队列，请先新增">
      <Groups key={id} id={id} may={may} />
    </SubjectScreen>
  );
}
