import { Box, Button, Flex, Stack, Text } from "@chakra-ui/react";
import { useMaySee } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { chatEnds, chatMsgTypes, chatStatuses, type chatSessionApi } from "@liantai/api/contract/im";
import { bus, recordTarget } from "@liantai/bus";
import { FailureState, LoadingState } from "@liantai/ui";
import { DetailDrawer } from "@liantai/ui/resource";
import { useState } from "react";
import { sessions, type Session } from "./queries.ts";

type Said = ReplyOf<typeof chatSessionApi.messages>;
type Line =
  | { readonly kind: "message"; readonly at: number; readonly message: Said["messages"][number] }
  | { readonly kind: "step"; readonly at: number; readonly step: Said["track"][number] };

const who = { visitor: "访客", robot: "机器人", agent: "坐席", system: "系统" } as const;

/** A step stands after the message that led to it. newest: nothing comes after this page. */
function linesOf({ messages, track, more }: Said, newest: boolean): readonly Line[] {
  const from = more === 1 ? (messages[0]?.seq ?? 0) : 0;
  const to = newest ? Infinity : (messages.at(-1)?.seq ?? 0);
  const lines: Line[] = [
    ...messages.map((message) => ({ kind: "message" as const, at: message.seq, message })),
    ...track
      .filter(({ seq }) => seq >= from && seq <= to)
      .map((step) => ({ kind: "step" as const, at: step.seq + 0.5, step })),
  ];
  return lines.sort((a, b) => a.at - b.at);
}

const textOf = ({ msgType, content }: Said["messages"][number]): string =>
  msgType === chatMsgTypes.voice ? "【语音】" : content;

function LineOf({ line }: { readonly line: Line }) {
  if (line.kind === "step") {
    const { nodeName, text, createTime } = line.step;
    return (
      <Flex gap="2" color="fg.muted" textStyle="xs" ps="3" borderStartWidth="2px" borderColor="border">
        <Text flex="none">{createTime.slice(11)}</Text>
        <Text wordBreak="break-word">{[nodeName, text].filter((part) => part !== "").join("：")}</Text>
      </Flex>
    );
  }
  const { extras, createTime } = line.message;
  const name = extras.senderName === "" ? who[extras.sender] : `${who[extras.sender]} ${extras.senderName}`;
  return (
    <Box>
      <Text color="fg.muted" textStyle="xs">
        {extras.sender === "system" || extras.sender === "robot" ? who[extras.sender] : name} {createTime}
      </Text>
      <Text whiteSpace="pre-wrap" wordBreak="break-word">
        {textOf(line.message)}
      </Text>
    </Box>
  );
}

type Written = Said["forms"][number];

/** What the flow gathered became a record, or why not. */
function WrittenLine({ written }: { readonly written: Written }) {
  const { formName, recordId, refusal, createTime } = written;
  const target = recordId === "" ? undefined : recordTarget({ ...written, id: recordId });
  const sees = useMaySee(`/${target?.name ?? ""}`) === true;
  const form = formName === "" ? "" : `表单「${formName}」`;
  return (
    <Flex gap="2" color="fg.muted" textStyle="xs" ps="3" borderStartWidth="2px" borderColor="border" align="center">
      <Text flex="none">{createTime.slice(11)}</Text>
      <Text wordBreak="break-word">
        {[refusal === "" ? "写入表单" : "未写入表单", [form, refusal].filter((part) => part !== "").join("，")]
          .filter((part) => part !== "")
          .join("：")}
      </Text>
      {target && sees && (
        <Button size="2xs" variant="ghost" onClick={() => bus.publish("tab.open", target)}>
          打开
        </Button>
      )}
    </Flex>
  );
}

interface PageProps {
  readonly session: Session;
  /** Absent: the newest. */
  readonly before?: number;
}

/** 20 messages, and those before them when they are asked for. */
function Page({ session, before }: PageProps) {
  const { data, error, refetch } = sessions.messages.useQuery({
    body: { sessionId: session.id, ...(before === undefined ? {} : { before }) },
  });
  const [older, setOlder] = useState(false);
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const newest = before === undefined;
  return (
    <>
      {data.more === 1 &&
        (older ? (
          <Page session={session} before={data.messages[0]?.seq ?? 1} />
        ) : (
          <Button size="xs" variant="ghost" alignSelf="center" onClick={() => setOlder(true)}>
            更早的消息
          </Button>
        ))}
      {data.messages.length === 0 && newest && <Text color="fg.muted">没有消息</Text>}
      {linesOf(data, newest).map((line) => (
        <LineOf key={line.kind === "message" ? line.message.id : line.step.n} line={line} />
      ))}
      {data.forms.map((written) => (
        <WrittenLine key={written.formId} written={written} />
      ))}
    </>
  );
}

export function Transcript({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  return (
    <DetailDrawer
      open
      title={`会话：${session.nick}`}
      width="640px"
      onClose={onClose}
      items={[
        ["网站", session.webName],
        ["状态", chatStatuses[session.status]],
        ["流程", session.flowName],
        ["技能组", session.skillGroupName],
        ["坐席", session.agentName],
        ["开始时间", session.startTime],
        ["接入坐席时间", session.answerTime],
        ["结束时间", session.endTime],
        ["结束原因", session.reason === "" ? "" : chatEnds[session.reason]],
        ["评分", session.score],
      ]}
    >
      <Stack gap="3" mt="4" aria-label="会话内容" role="group">
        <Page session={session} />
      </Stack>
    </DetailDrawer>
  );
}
