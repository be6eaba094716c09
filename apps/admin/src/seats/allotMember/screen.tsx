import { Box, Text } from "@chakra-ui/react";
import { notify, useMayPress } from "@liantai/api/client";
import { FailureState, LoadingState } from "@liantai/ui";
import { TransferList } from "@liantai/ui/resource";
import { SubjectScreen, useSubject } from "../../parts/subject.tsx";
import { agentGroupMembers, everything, seatLabel, useGroups } from "../seats/queries.ts";

function Members({ groupId, may }: { readonly groupId: string; readonly may: boolean }) {
  const body = { ...everything, groupId };
  const inside = agentGroupMembers.findExist.useQuery({ body });
  const outside = agentGroupMembers.findNotExist.useQuery({ body });
  const [add, adding] = agentGroupMembers.add.useMutation();
  const [remove, removing] = agentGroupMembers.delete.useMutation();
  const error = inside.error ?? outside.error;
  if (error) {
    const again = () => {
      void inside.refetch();
      void outside.refetch();
    };
    return <FailureState error={error} onRetry={again} />;
  }
  if (!inside.data || !outside.data) return <LoadingState text="正在加载坐席…" />;
  const move = (run: typeof add, ids: readonly string[], said: (count: number) => string) =>
    void run({ body: { groupId, agentIds: [...ids] } })
      .unwrap()
      .then(
        ({ count }) => notify({ title: said(count) }),
        () => undefined,
      );
  return (
    <TransferList
      availableTitle="组外坐席"
      memberTitle="组内坐席"
      height="460px"
      busy={!may || adding.isLoading || removing.isLoading}
      available={outside.data.list.map((seat) => ({
        id: seat.agentId,
        label: seatLabel(seat),
        detail: seat.groupName ?? "未分组",
      }))}
      members={inside.data.list.map((seat) => ({ id: seat.agentId, label: seatLabel(seat) }))}
      onAdd={(ids) => move(add, ids, (count) => `已加入${count}个坐席`)}
      onRemove={(ids) => move(remove, ids, (count) => `已移出${count}个坐席`)}
    />
  );
}

/** 分配成员: the seats of one group, opened from it or chosen here. */
export default function AllotMemberScreen() {
  const may = useMayPress("/allotMember")("agentGroupMember.save");
  const { groups, options, ...list } = useGroups();
  const known = groups && options;
  const subject = useSubject(known);
  const { id } = subject;
  return (
    <SubjectScreen
      label="坐席组"
      list={list}
      options={known}
      subject={subject}
      none="还没有坐席组，请先在坐席组中新增"
      beside={<Text color="fg.muted">一个坐席只在一个组里，加入本组即离开原来的组。</Text>}
    >
      <Box bg="bg" borderWidth="1px" borderRadius="md" p="3" flex="1" overflow="auto">
        <Members key={id} groupId={id} may={may} />
      </Box>
    </SubjectScreen>
  );
}
