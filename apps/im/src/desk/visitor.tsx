/** Who writes, and the way the flow took with him. */
import { Box, Button, Flex, HStack, IconButton, Input, Stack, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { deviceName } from "@liantai/api/contract";
import { FactList, FailureState, LoadingState } from "@liantai/ui";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { chatMoment } from "./model/dates.ts";
import type { TrackStep } from "./model/talk.ts";
import { visitors } from "./queries.ts";

/** nameField's. */
const longest = 30;

interface NickProps {
  readonly userId: string;
  readonly nick: string;
  readonly onNamed: (nick: string) => void;
}

function Nick({ userId, nick, onNamed }: NickProps) {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState("");
  const [save, { isLoading }] = visitors.saveNickName.useMutation();
  const leave = () => {
    setTyped(undefined);
    setFault("");
  };
  const keep = async () => {
    const nickName = (typed ?? "").trim();
    if (nickName === "") return setFault("请输入访客名称");
    if (nickName !== nick) {
      const { error } = await save({ body: { userId, nickName } });
      if (error) return setFault("没有保存成功");
      onNamed(nickName);
      notifyDone("访客名称", "保存");
    }
    leave();
  };
  if (typed === undefined)
    return (
      <HStack gap="1">
        <Text fontWeight="600" overflowWrap="anywhere">
          {nick}
        </Text>
        <IconButton size="2xs" variant="ghost" aria-label="修改访客名称" onClick={() => setTyped(nick)}>
          <Pencil size={14} />
        </IconButton>
      </HStack>
    );
  return (
    <Stack gap="1">
      <Input
        size="xs"
        aria-label="访客名称"
        aria-invalid={fault !== ""}
        autoFocus
        maxLength={longest}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") void keep();
          if (event.key === "Escape") leave();
        }}
      />
      {fault && (
        <Text role="alert" textStyle="xs" color="fg.error">
          {fault}
        </Text>
      )}
      <HStack gap="1">
        <Button size="2xs" loading={isLoading} onClick={() => void keep()}>
          保存
        </Button>
        <Button size="2xs" variant="outline" onClick={leave}>
          取消
        </Button>
      </HStack>
    </Stack>
  );
}

function Track({ track }: { readonly track: readonly TrackStep[] }) {
  const now = Date.now();
  return (
    <Box asChild borderTopWidth="1px" pt="2" textStyle="xs">
      <details>
        <summary>流程轨迹（{track.length}步）</summary>
        <Stack as="ol" gap="1" pt="1" listStyleType="none" aria-label="流程轨迹">
          {track.map(({ createTime, nodeName, text }, at) => (
            <li key={at}>
              <Text color="fg.muted">{chatMoment(createTime, now)}</Text>
              <Text overflowWrap="anywhere">{[nodeName, text].filter(Boolean).join("：")}</Text>
            </li>
          ))}
        </Stack>
      </details>
    </Box>
  );
}

export interface About {
  readonly userId: string;
  readonly nick: string;
  readonly webName?: string;
  readonly skillGroupName?: string;
  readonly startTime?: string;
  readonly flowName?: string;
  readonly score?: number | null;
}

interface VisitorProps {
  readonly about: About;
  readonly track: readonly TrackStep[];
  readonly onNamed: (nick: string) => void;
}

export function Visitor({ about, track, onNamed }: VisitorProps) {
  const { userId, nick, webName, skillGroupName, startTime, flowName, score } = about;
  const {
    currentData: info,
    error,
    isFetching,
    refetch,
  } = visitors.info.useQuery({ query: { userId } }, { refetchOnMountOrArgChange: true });
  if (error && !isFetching) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!info) return <LoadingState />;
  return (
    <Flex direction="column" gap="3" p="3">
      <Nick key={userId} userId={userId} nick={info.nick || nick} onNamed={onNamed} />
      <FactList
        look="small"
        aria-label="访客信息"
        leaveEmpty
        facts={[
          ["来源页面", info.page || "未知"],
          ["设备", deviceName(info.device) || "未知"],
          ["首次访问", info.firstTime],
          ["会话次数", info.sessions],
          ["网站", webName],
          ["技能组", skillGroupName],
          ["流程", flowName],
          ["开始时间", startTime],
          ["评分", score],
        ]}
      />
      {track.length > 0 && <Track track={track} />}
    </Flex>
  );
}
