/** What a seat sees of itself on 坐席首页. */
import { HStack } from "@chakra-ui/react";
import { seatStatusText } from "@liantai/api/contract";
import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import { StatusBadge } from "@liantai/ui";
import { Elapsed } from "./elapsed.tsx";
import { reasonText, toneOf } from "./timeline-model.ts";

/** The own state as the bar has it, since when and why. */
export function OwnState() {
  const { agent, clockOffset } = useSelector((state: RootState) => selectTelephony(state));
  if (!agent) return <StatusBadge tone="offline">未签入</StatusBadge>;
  return (
    <HStack gap="2" color="fg.muted">
      <StatusBadge tone={toneOf(agent.code)}>{seatStatusText(agent.code, agent.customStatusName)}</StatusBadge>
      <span style={{ fontVariantNumeric: "tabular-nums" }}>
        <Elapsed since={agent.since} offset={clockOffset} />
      </span>
      <span>{reasonText(agent.reason)}</span>
    </HStack>
  );
}
