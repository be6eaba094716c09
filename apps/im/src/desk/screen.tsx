/** 在线会话 */
import { Box, Button, Flex } from "@chakra-ui/react";
import { chatEnds, type ChatStage } from "@liantai/api/contract/im";
import { AppDrawer, ConfirmDialog, EmptyState, FailureState } from "@liantai/ui";
import { useState } from "react";
import { AgentState, LinkLine, useAgentState } from "./agent-state.tsx";
import { Compose } from "./compose.tsx";
import { Lists, type Ended, type Tab } from "./lists.tsx";
import type { Friend } from "./model/desk.ts";
import type { Talk } from "./model/talk.ts";
import { sessions } from "./queries.ts";
import { StateBadge, TalkView } from "./talk-view.tsx";
import { useDesk, type DeskModel } from "./use-desk.ts";
import { Visitor, type About } from "./visitor.tsx";

/** Where three columns have no room, the visitor is behind a button. */
const tight = "@container desk (max-width: 860px)";

function aboutOf(friend: Friend | undefined, row: Ended | undefined, talk: Talk | undefined): About | undefined {
  if (friend) {
    const { userId, nick, fromData, sessionStartTime } = friend;
    return {
      userId,
      nick,
      webName: fromData.webName,
      skillGroupName: fromData.skillGroupName,
      startTime: sessionStartTime,
    };
  }
  if (row) return row;
  const said = talk?.messages.find(({ extras }) => extras.sender === "visitor");
  return said && { userId: said.from, nick: said.extras.senderName };
}

const endOf = (over: ChatStage | undefined, row: Ended | undefined): string => {
  if (over?.status === "waiting") return "会话已退回排队";
  if (over && over.status !== "closed") return "会话已转给其他坐席";
  const reason = over?.reason ?? row?.reason;
  return reason ? `会话已结束：${chatEnds[reason]}` : "会话已结束";
};

function useEnding(desk: DeskModel) {
  const [asked, ask] = useState<string>();
  const [close, { isLoading }] = sessions.close.useMutation();
  const end = async () => {
    if (asked === undefined) return;
    const { error } = await close({ body: { sessionId: asked } });
    if (error) return;
    const data: ChatStage = { sessionId: asked, status: "closed", reason: "agent" };
    desk.tell({ type: "told", frame: { cmd: 10, data }, reading: undefined, me: desk.me });
    ask(undefined);
  };
  return { asked, ask, busy: isLoading, end };
}

interface ChosenProps {
  readonly desk: DeskModel;
  readonly sessionId: string;
  readonly row: Ended | undefined;
}

function Chosen({ desk, sessionId, row }: ChosenProps) {
  const { talk, loading, error, older, again } = desk.history;
  const friend = desk.desk.friends?.find((each) => each.sessionId === sessionId);
  const about = aboutOf(friend, row, talk);
  const ending = useEnding(desk);
  const [beside, setBeside] = useState(false);
  const name = about?.nick || "访客";
  const goesOn = friend !== undefined && !friend.over;
  const visitor = about && (
    <Visitor
      about={about}
      track={talk?.track ?? []}
      onNamed={(nick) => desk.tell({ type: "named", userId: about.userId, nick })}
    />
  );
  const tools = (
    <>
      {about && (
        <Button
          size="xs"
          variant="outline"
          display="none"
          css={{ [tight]: { display: "flex" } }}
          onClick={() => setBeside(true)}
        >
          访客信息
        </Button>
      )}
      {goesOn && (
        <Button size="xs" variant="outline" colorPalette="red" onClick={() => ending.ask(sessionId)}>
          结束会话
        </Button>
      )}
    </>
  );
  const badge = !goesOn ? (
    <StateBadge tone="gray">已结束</StateBadge>
  ) : friend.status === 0 ? (
    <StateBadge tone="orange">访客已离开页面</StateBadge>
  ) : null;
  return (
    <>
      <TalkView
        name={name}
        badges={(friend || row) && badge}
        tools={tools}
        talk={talk}
        loading={loading}
        error={error}
        unsent={desk.desk.unsent.get(sessionId) ?? []}
        onOlder={older}
        onRetry={again}
        onAgain={({ content, guid }) => desk.say(sessionId, content, guid)}
        onDrop={({ guid }) => desk.tell({ type: "dropped", sessionId, guid })}
      >
        {goesOn ? (
          <Compose
            name={name}
            draft={desk.drafts[sessionId] ?? ""}
            onDraft={(text) => desk.draft(sessionId, text)}
            onSay={(text) => desk.say(sessionId, text)}
          />
        ) : (
          (friend || row) && (
            <Box role="status" borderTopWidth="1px" p="3" textAlign="center" color="fg.muted" textStyle="xs">
              {endOf(friend?.over, row)}
            </Box>
          )
        )}
      </TalkView>
      <Box
        as="aside"
        aria-label="访客"
        tabIndex={0}
        w="260px"
        flex="none"
        borderStartWidth="1px"
        overflowY="auto"
        bg="bg.panel"
        css={{ scrollbarWidth: "thin", [tight]: { display: "none" } }}
      >
        {visitor}
      </Box>
      <AppDrawer open={beside} title="访客信息" onClose={() => setBeside(false)}>
        {visitor}
      </AppDrawer>
      <ConfirmDialog
        open={ending.asked === sessionId}
        title="结束会话"
        text={`确定要结束与「${name}」的会话吗？结束后不能再向访客发送消息。`}
        confirm="结束会话"
        dangerous
        busy={ending.busy}
        onConfirm={() => void ending.end()}
        onClose={() => ending.ask(undefined)}
      />
    </>
  );
}

export default function ChatDeskScreen() {
  const desk = useDesk();
  const state = useAgentState();
  const [tab, setTab] = useState<Tab>("open");
  const [row, setRow] = useState<Ended>();
  const { chosen, friends } = desk.desk;
  if (state.error && !state.data) return <FailureState error={state.error} onRetry={state.again} />;
  return (
    <Flex h="full" minH="420px" css={{ containerType: "inline-size", containerName: "desk" }}>
      <Flex
        as="section"
        aria-label="会话列表"
        direction="column"
        w="250px"
        flex="none"
        minH="0"
        borderEndWidth="1px"
        bg="bg.panel"
        css={{ "@container desk (max-width: 560px)": { width: "180px" } }}
      >
        <AgentState state={state} open={friends?.filter(({ over }) => !over).length} />
        <LinkLine link={desk.link} />
        <Lists
          tab={tab}
          onTab={setTab}
          friends={friends}
          link={desk.link}
          chosen={chosen}
          drafts={desk.drafts}
          onChoose={desk.choose}
          onEnded={(ended) => {
            setRow(ended);
            desk.choose(ended.id);
          }}
        />
      </Flex>
      {chosen === undefined ? (
        <Flex flex="1" minW="0" align="center" justify="center">
          <EmptyState title="请从左侧选择会话" />
        </Flex>
      ) : (
        <Chosen key={chosen} desk={desk} sessionId={chosen} row={row?.id === chosen ? row : undefined} />
      )}
    </Flex>
  );
}
