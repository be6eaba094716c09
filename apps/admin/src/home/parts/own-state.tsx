/** What a seat sees of itself on 坐席首页. */
import { HStack } from "@chakra-ui/react";
import { seatStatusText, type ReplyOf, type telephonyApi } from "@liantai/api/contract";
import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import { formatDuration, StatusBadge, type Figure } from "@liantai/ui";
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

/** The figures of 我的今天. */
export const ownFigures = (day: ReplyOf<typeof telephonyApi.myDay>): readonly Figure[] => [
  { name: "呼入", value: day.inbound },
  { name: "呼出", value: day.outbound },
  { name: "接听", value: day.answered },
  { name: "通话时长", value: formatDuration(day.talkS) },
  { name: "空闲时长", value: formatDuration(day.readyS) },
  { name: "忙碌时长", value: formatDuration(day.busyS) },
  { name: "话后时长", value: formatDuration(day.wrapUpS) },
];
