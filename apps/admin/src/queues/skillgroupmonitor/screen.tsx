import { Button, Flex, Text } from "@chakra-ui/react";
import { groupFigures, type CallsBehind } from "@liantai/api/contract/admin";
import { DataTable, type Column } from "@liantai/ui";
import { ActionBar, alarmAction, useLimits } from "@liantai/ui/resource";
import { HearingField } from "../../parts/hearing.tsx";
import { AlarmViews } from "../../parts/alarms/views.tsx";
import { groupAlarms } from "../../parts/alarms/words.ts";
import { useAlarms } from "../../parts/use-alarms.ts";
import { useMemo, useState } from "react";
import { useOpenCalls } from "../../home/parts/calls-behind.ts";
import { EmergencyList, useEmergencyAction } from "../parts/emergency.tsx";
import { HelpList } from "../parts/help-list.tsx";
import { groupMonitor, useClockOffset, useLive, viewOf } from "../parts/live.ts";
import { figureColumns, valueOf, type Group } from "./figures.tsx";
import { SeatsDrawer } from "./seats.tsx";

const screen = "skillgroupmonitor";
const nobody = { title: "没有您可以查看的技能组", hint: "班长可以查看所监控的坐席所在的技能组。" };

const nameColumn = (open: (group: Group) => void): Column<Group> => ({
  id: "name",
  title: "技能组",
  width: 96,
  value: (group) => group.name,
  cell: (group) => (
    <Button size="2xs" variant="ghost" px="1" maxW="full" title={`查看${group.name}的坐席`} onClick={() => open(group)}>
      <Text truncate>{group.name}</Text>
    </Button>
  ),
});

/** 技能组监控 */
export default function SkillGroupMonitorScreen() {
  return (
    <Flex direction="column" gap="2" p="3" h="full" minH="420px">
      <HelpList />
      <EmergencyList />
      <AlarmViews label="技能组监控" live="技能组" words={groupAlarms}>
        <Groups />
      </AlarmViews>
    </Flex>
  );
}

/** The groups' figures, live. */
function Groups() {
  const answer = groupMonitor.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  useLive(answer.refetch);
  const offset = useClockOffset();
  const [limits, setLimits] = useLimits(screen);
  const [shown, setShown] = useState<Group>();
  const open = useOpenCalls();
  const emergency = useEmergencyAction();
  const { data } = answer;
  const alarming = useMemo(
    () => data?.groups.map((group) => ({ id: group.id, name: group.name, value: (id: string) => valueOf(group, id) })),
    [data],
  );
  useAlarms(screen, groupFigures, alarming, limits);
  const columns = useMemo(() => {
    const range = data && { from: data.from, to: data.to };
    const openCalls =
      open && range && ((group: Group, calls: CallsBehind) => open({ ...calls, skillGroupId: group.id }, range));
    return [nameColumn(setShown), ...figureColumns({ at: data?.at ?? 0, offset, limits, openCalls })];
  }, [data, offset, limits, open]);
  return (
    <Flex direction="column" flex="1" minH="0">
      <DataTable
        id={screen}
        label="技能组监控"
        columns={columns}
        rowId={(group) => group.id}
        list={viewOf(answer, ({ groups }) => groups)}
        empty={nobody}
        toolbar={
          <Flex align="center" gap="3">
            <ActionBar row={undefined} actions={[alarmAction(groupFigures, limits, setLimits), emergency]} />
            <HearingField />
          </Flex>
        }
      />
      <SeatsDrawer of={shown} onClose={() => setShown(undefined)} />
    </Flex>
  );
}
