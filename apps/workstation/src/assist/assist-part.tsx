/** 坐席辅助 in the card of the call: warnings, the process to follow, both sides' words, what is known of the customer. */
import { useEffect, useSyncExternalStore, type ReactNode } from "react";
import { Box, Stack, Text } from "@chakra-ui/react";
import type { AgentCallView } from "@liantai/api/contract";
import type { AssistProcess } from "@liantai/api/contract/assist";
import { FactList } from "@liantai/ui";
import { Dialogue, Warnings } from "@liantai/ui/talk";
import { useAgentClient } from "../bar/context.ts";
import { talksOf } from "./page-talks.ts";
import { PushStream } from "./push-stream.tsx";
import { recall } from "./recall.ts";
import type { TalkAssist } from "./talks.ts";

/** A talk that was answered longer ago was begun before this page. ms */
const fresh = 3_000;

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" aria-label={title} gap="1">
      <Text textStyle="xs" color="fg.muted">
        {title}
      </Text>
      {children}
    </Stack>
  );
}

function Process({ flowData: { name, steps }, nodeData }: AssistProcess) {
  const at = steps.findIndex(({ nodeId }) => nodeId === nodeData.nodeId);
  const next = at < 0 ? undefined : steps[at + 1];
  return (
    <Part title={`流程：${name}${at < 0 ? "" : `（${at + 1}/${steps.length}）`}`}>
      <Text
        textStyle="sm"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        px="2.5"
        py="1.5"
        borderLeftWidth="3px"
        borderColor="green.solid"
        bg="green.subtle"
      >
        {nodeData.content || "请按业务规范继续沟通"}
      </Text>
      {next && (
        <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          下一步：{next.nodeName}
        </Text>
      )}
    </Part>
  );
}

function Shown({ entries, warnings, process, knowledge, info, listening }: TalkAssist) {
  return (
    <>
      {info.length > 0 && (
        <FactList look="small" leaveEmpty facts={info.map(({ label, value }) => [label, value] as const)} />
      )}
      {warnings.length > 0 && (
        <Box role="status" aria-live="polite">
          <Warnings warnings={warnings} most={3} />
        </Box>
      )}
      {process && <Process {...process} />}
      {knowledge.map(({ nodeId, content }) => (
        <Part key={nodeId} title="知识推荐">
          <Text textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {content}
          </Text>
        </Part>
      ))}
      {entries.length > 0 ? (
        <Dialogue entries={entries} live maxH="320px" />
      ) : (
        listening && (
          <Text textStyle="xs" color="fg.muted">
            正在聆听…
          </Text>
        )
      )}
    </>
  );
}

export function AssistPart({ call }: { readonly call: AgentCallView }) {
  const { core } = useAgentClient();
  const talks = talksOf(core.ports.bus);
  const { callId, answeredAt } = call;
  const agentId = core.user?.agentId ?? "";
  useEffect(() => {
    if (answeredAt !== undefined && core.ports.clock.now() - answeredAt > fresh) void recall(talks, callId, agentId);
  }, [core, talks, callId, agentId, answeredAt]);
  const talk = useSyncExternalStore(talks.subscribe, () => talks.of(callId));
  // Of a meeting nobody is the customer.
  const listenable = call.phase === "talking" && call.meetingName === undefined;
  if (!talk && !listenable) return null;
  return (
    <Stack gap="2.5" role="group" aria-label="坐席辅助" borderTopWidth="1px" pt="3">
      {listenable ? (
        <PushStream
          key={callId}
          callId={callId}
          on={talk?.listening === true}
          begun={talk !== undefined}
          onListens={(on) => talks.listens(callId, agentId, on)}
        />
      ) : (
        <Text textStyle="sm" fontWeight="semibold">
          坐席辅助
        </Text>
      )}
      {talk && <Shown {...talk} />}
    </Stack>
  );
}
