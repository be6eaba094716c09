import { callWayText } from "@liantai/api/contract/admin";
import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { EmptyState, FactList, FailureState, formatDuration, LoadingState, StatusBadge } from "@liantai/ui";
import { AudioPlayer } from "@liantai/ui/resource";
import { useMemo, type ReactNode } from "react";
import { RevealableNumber } from "../../parts/reveal.tsx";
import {
  agentText,
  causeText,
  directionText,
  firstAgentText,
  hangupText,
  priorityText,
  resultText,
  resultTone,
  satisfactionText,
  type CallRecord,
} from "../words.ts";
import { useRecordingRights } from "../rights.ts";
import { FlowNodes } from "./flow-nodes.tsx";
import { flowsOf, messageAt, useCallDetail, useCallId } from "./model.ts";
import { useMaySee } from "@liantai/api/client";
import { openCall } from "@liantai/bus";
import { Dialogue } from "./dialogue.tsx";
import { FormData } from "./form-data.tsx";
import { Legs } from "./legs.tsx";
import { Track } from "./track.tsx";
import { Voicemail } from "./voicemail.tsx";

function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box as="section" aria-label={title} bg="bg" borderWidth="1px" borderRadius="md" p="4">
      <Heading as="h2" textStyle="md" fontWeight="semibold" mb="3">
        {title}
      </Heading>
      {children}
    </Box>
  );
}

/** The callback of this call, or the call in which this callback was asked for. */
function LinkedCall({ callId }: { readonly callId: string }) {
  return (
    <Button size="2xs" variant="ghost" px="1" h="auto" onClick={() => openCall(callId, "回呼通话")}>
      {callId}
    </Button>
  );
}

const facts: readonly (readonly [title: string, value: (record: CallRecord) => ReactNode])[] = [
  ["呼叫方向", directionText],
  ["主叫号码", (r) => <RevealableNumber callId={r.callId} field="caller" number={r.caller} />],
  ["被叫号码", (r) => <RevealableNumber callId={r.callId} field="callee" number={r.callee} />],
  ["接入号码", (r) => r.accessNumber],
  ["技能组", (r) => r.skillGroupName],
  ["首接坐席", firstAgentText],
  ["最后坐席", agentText],
  ["转接次数", (r) => String(r.transfers)],
  ["会议", (r) => (r.conference === 1 ? "是" : "否")],
  ["结果", (r) => <StatusBadge tone={resultTone(r)}>{resultText(r)}</StatusBadge>],
  ["结束原因", causeText],
  ["挂机方", hangupText],
  ["显示号码", (r) => r.displayNumber],
  ["归属地", (r) => r.place],
  ["优先级", priorityText],
  ["外呼方式", callWayText],
  ["随路数据", (r) => r.callData],
  ["满意度", satisfactionText],
  ["开始时间", (r) => r.startTime],
  ["接听时间", (r) => r.answerTime],
  ["结束时间", (r) => r.endTime],
  ["等待时长", (r) => formatDuration(r.waitS)],
  ["首响时长", (r) => (r.firstResponseS === null ? "" : formatDuration(r.firstResponseS))],
  ["振铃时长", (r) => formatDuration(r.ringS)],
  ["通话时长", (r) => formatDuration(r.talkS)],
  ["保持时长", (r) => formatDuration(r.holdS)],
  ["通话编号", (r) => r.callId],
  ["关联通话", (r) => (r.linkedCallId ? <LinkedCall callId={r.linkedCallId} /> : null)],
];

const factsOf = (record: CallRecord) => facts.map(([title, value]) => [title, value(record)] as const);

const nothing = (): void => undefined;

function Detail({ callId }: { readonly callId: string }) {
  const { record, legs, track } = useCallDetail(callId);
  const { play } = useRecordingRights();
  const message = useMemo(() => messageAt(track.data ?? []), [track.data]);
  const flows = useMaySee("/knownnav") === true;
  if (record.isError && !record.currentData)
    return <FailureState error={record.error} onRetry={() => void record.refetch()} />;
  if (!record.data) return <LoadingState text="正在加载通话…" />;
  return (
    <Flex direction="column" gap="3" p="3">
      <Panel title="通话信息">
        <FactList look="beside" facts={factsOf(record.data)} />
      </Panel>
      <Panel title="录音">
        {!play ? (
          <Text color="fg.muted">您没有收听录音的权限。</Text>
        ) : record.data.hasRecording ? (
          <AudioPlayer
            callId={callId}
            missing={record.data.recordingMissing}
            {...(message === undefined ? {} : { along: { at: message, onTime: nothing } })}
          />
        ) : (
          <Text color="fg.muted">{record.data.endTime ? "这次通话没有录音。" : "通话结束后可以在这里听录音。"}</Text>
        )}
      </Panel>
      {(message !== undefined || record.data.cause === "voicemailLeft") && (
        <Panel title="留言处理">
          <Voicemail callId={callId} />
        </Panel>
      )}
      <Panel title="对话">
        <Dialogue callId={callId} />
      </Panel>
      <Panel title="表单数据">
        <FormData callId={callId} />
      </Panel>
      <Panel title="通话各方">
        {legs.isError && !legs.currentData ? (
          <FailureState error={legs.error} onRetry={() => void legs.refetch()} />
        ) : legs.data ? (
          <Legs legs={legs.data} />
        ) : (
          <LoadingState text="正在加载各方通话…" />
        )}
      </Panel>
      {track.data && flowsOf(track.data).length > 0 && (
        <Panel title="经过的流程">
          <FlowNodes steps={track.data} callId={callId} may={flows} />
        </Panel>
      )}
      <Panel title="通话轨迹">
        {track.isError && !track.currentData ? (
          <FailureState error={track.error} onRetry={() => void track.refetch()} />
        ) : !track.data ? (
          <LoadingState text="正在加载轨迹…" />
        ) : track.data.length === 0 ? (
          <EmptyState title="没有轨迹" />
        ) : (
          <Track steps={track.data} />
        )}
      </Panel>
    </Flex>
  );
}

/** 通话详情 */
export default function CallRecordDetailScreen() {
  const callId = useCallId();
  if (!callId) return <EmptyState title="没有指定通话" hint="请从通话记录里打开详情。" />;
  return <Detail callId={callId} />;
}
