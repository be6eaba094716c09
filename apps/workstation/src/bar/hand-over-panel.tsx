/** 转给 of an administrator: the talk that he hears goes to a seat that can take it now (docs/protocol.md, K59). */
import { useEffect, useState } from "react";
import { Input, Stack, Text } from "@chakra-ui/react";
import { requestHost, send } from "@liantai/api/client";
import { handOverStates as order, seatStatusText, type ReplyOf } from "@liantai/api/contract";
import type { LiveAgent } from "@liantai/api/contract/admin";
import { monitorApi } from "@liantai/api/contract/monitor-seats";
import { useAgentClient } from "./context.ts";
import { Panel } from "./panel.tsx";
import { TargetRow } from "./target-list.tsx";

const screen = "hand-over";
/** In sight at once: whoever looks for another one names him. */
const most = 50;

/** Seats of the enterprise by their work number, as they are now. undefined: not told yet. */
function useSeats(): ReadonlyMap<string, LiveAgent> | undefined {
  const { bus } = useAgentClient().core.ports;
  const [seats, setSeats] = useState<ReadonlyMap<string, LiveAgent>>();
  useEffect(() => {
    const end = bus.subscribe("agents.pull", ({ full, agents }) =>
      setSeats((before) => {
        const next = new Map(full ? [] : before);
        for (const agent of agents) next.set(agent.agentId, agent);
        return next;
      }),
    );
    bus.publish("agents.follow", { screen, agents: "*" });
    return () => {
      bus.publish("agents.follow", { screen, agents: null });
      end();
    };
  }, [bus]);
  return seats;
}

/** Names by work number; whoever may not read them chooses by number alone. */
function useNames(): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let here = true;
    void send<ReplyOf<typeof monitorApi.seats>>(requestHost(), { endpoint: monitorApi.seats }).then((outcome) => {
      if (here && "data" in outcome)
        setNames(new Map(outcome.data.seats.map(({ agentId, name }) => [agentId, name] as const)));
    });
    return () => {
      here = false;
    };
  }, []);
  return names;
}

interface HandOverPanelProps {
  /** Whose talk it is. */
  readonly agentId: string;
  readonly onChoose: (target: string) => void;
  readonly onClose: () => void;
}

const nameOf = (agentId: string, name: string | undefined): string =>
  name ? `${name}（${agentId}）` : `坐席${agentId}`;

export function HandOverPanel({ agentId, onChoose, onClose }: HandOverPanelProps) {
  const seats = useSeats();
  const names = useNames();
  const [typed, setTyped] = useState("");
  const word = typed.trim();
  const free = [...(seats?.values() ?? [])]
    .filter((seat) => seat.agentId !== agentId && seat.registered && order.includes(seat.code))
    .filter((seat) => seat.agentId.includes(word) || names.get(seat.agentId)?.includes(word))
    .sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code) || a.agentId.localeCompare(b.agentId));
  return (
    <Panel label="转给坐席" onClose={onClose}>
      <Stack gap="2" w="220px">
        <Input
          size="xs"
          aria-label="查找坐席"
          placeholder="输入姓名或工号查找"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Stack gap="0.5" maxH="260px" overflowY="auto" role="list" aria-label="可接听的坐席">
          {free.length === 0 && (
            <Text px="2" color="fg.muted">
              {seats ? "没有能接听的坐席" : "正在加载…"}
            </Text>
          )}
          {free.slice(0, most).map((seat) => (
            <TargetRow
              key={seat.agentId}
              name={nameOf(seat.agentId, names.get(seat.agentId))}
              remark={seatStatusText(seat.code, seat.statusName)}
              onChoose={() => onChoose(seat.agentId)}
            />
          ))}
        </Stack>
      </Stack>
    </Panel>
  );
}
