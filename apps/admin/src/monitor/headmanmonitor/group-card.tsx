/** A group of the monitor's at a glance: how many are there, and what they do. */
import { chakra, HStack, Text } from "@chakra-ui/react";
import type { LiveAgent } from "@liantai/api/contract/admin";
import { stateCounts, StateCounts, type StateCount } from "../../home/parts/agent-states.tsx";
import type { Seat } from "../parts/columns.tsx";
import { stateOf } from "../parts/model.ts";

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly seats: number;
  /** Undefined: not known yet. */
  readonly signedIn: number | undefined;
  readonly counts: readonly StateCount[];
}

/** `states` undefined: not told yet. */
export function groupsOf(seats: readonly Seat[], states: ReadonlyMap<string, LiveAgent> | undefined): readonly Group[] {
  const members = new Map<string, Seat[]>();
  for (const seat of seats)
    if (seat.groupId !== null) members.set(seat.groupId, [...(members.get(seat.groupId) ?? []), seat]);
  return [...members].map(([id, of]) => {
    const group = { id, name: of[0]?.groupName ?? "", seats: of.length };
    if (!states) return { ...group, signedIn: undefined, counts: [] };
    const there = of.map(({ agentId }) => stateOf(states, agentId)).filter(({ code }) => code !== 0);
    return { ...group, signedIn: there.length, counts: stateCounts(there) };
  });
}

const Card = chakra("button", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: "2",
    p: "3",
    textAlign: "start",
    bg: "bg",
    borderWidth: "1px",
    borderRadius: "md",
    cursor: "pointer",
    focusVisibleRing: "inside",
    _hover: { borderColor: "accent.solid" },
    "&[aria-pressed=true]": { borderColor: "accent.solid", bg: "accent.subtle" },
  },
});

interface GroupCardProps {
  readonly group: Group;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

export function GroupCard({ group: { name, seats, signedIn, counts }, chosen, onChoose }: GroupCardProps) {
  return (
    <Card type="button" aria-pressed={chosen} onClick={onChoose} title={chosen ? "查看全部" : `只看${name}`}>
      <HStack justify="space-between">
        <Text fontWeight="medium" truncate>
          {name}
        </Text>
        <Text color="fg.muted" flex="none" title="此刻状态不是离线的坐席数 / 坐席组的坐席数">
          签入 {signedIn ?? "—"} / {seats}
        </Text>
      </HStack>
      {counts.length > 0 ? (
        <StateCounts counts={counts} />
      ) : (
        <Text color="fg.muted">{signedIn === undefined ? "正在读取状态" : "暂无坐席签入"}</Text>
      )}
    </Card>
  );
}
