/** The own conversations: those that go on, and those that are over. */
import { Box, Button, HStack, Input } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import { chatEnds, type chatSessionApi } from "@liantai/api/contract/im";
import type { LinkState } from "@liantai/bus";
import { EmptyState, FailureState, LoadingState, ScrollBox } from "@liantai/ui";
import { useState } from "react";
import { Item, Items } from "./item.tsx";
import { chatDate } from "./model/dates.ts";
import { inOrder, type Friend } from "./model/desk.ts";
import { sessions } from "./queries.ts";

export type Ended = ReplyOf<typeof chatSessionApi.list>["list"][number];
export type Tab = "open" | "ended";
const tabs = { open: "进行中", ended: "已结束" } as const;

interface OpenProps {
  readonly friends: readonly Friend[] | undefined;
  readonly link: LinkState;
  readonly chosen: string | undefined;
  readonly drafts: Readonly<Record<string, string>>;
  readonly onChoose: (sessionId: string) => void;
}

function OpenList({ friends, link, chosen, drafts, onChoose }: OpenProps) {
  const now = Date.now();
  if (!friends) return link === "off" ? <EmptyState title="未连接" hint="连接后显示您的会话。" /> : <LoadingState />;
  if (friends.length === 0)
    return <EmptyState title="没有进行中的会话" hint="状态为在线时，访客的会话会自动分配给您。" />;
  return (
    <Items label="进行中的会话">
      {inOrder(friends).map((friend) => {
        const { sessionId, nick, temporaryTidings, recentTime, number, status, over } = friend;
        const draft = sessionId === chosen ? undefined : drafts[sessionId];
        const note = over ? "已结束" : draft ? "草稿" : status === 0 ? "已离开" : undefined;
        return (
          <Item
            key={sessionId}
            name={nick}
            time={chatDate(recentTime, now)}
            words={!over && draft ? draft : temporaryTidings}
            unread={number}
            away={status === 0 || over !== undefined}
            {...(note && { note })}
            chosen={sessionId === chosen}
            onChoose={() => onChoose(sessionId)}
          />
        );
      })}
    </Items>
  );
}

const page = 20;

interface EndedProps {
  readonly chosen: string | undefined;
  readonly onChoose: (row: Ended) => void;
}

function EndedList({ chosen, onChoose }: EndedProps) {
  const now = Date.now();
  const [size, setSize] = useState<number>(page);
  const [nick, setNick] = useState("");
  const answer = sessions.list.useQuery(
    { body: { status: "closed", nick, pageNo: 1, pageSize: size } },
    { refetchOnMountOrArgChange: true },
  );
  const { data, error, isFetching, refetch } = answer;
  const find = (
    <Box p="2" borderBottomWidth="1px">
      <Input
        size="xs"
        aria-label="按访客名称查找"
        placeholder="访客名称，回车查找"
        maxLength={30}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          setSize(page);
          setNick(event.currentTarget.value.trim());
        }}
      />
    </Box>
  );
  if (error && !isFetching) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <>
      {find}
      {data.list.length === 0 && <EmptyState title={nick ? "没有符合条件的会话" : "没有已结束的会话"} />}
      <Items label="已结束的会话">
        {data.list.map((row) => (
          <Item
            key={row.id}
            name={row.nick}
            time={chatDate(row.endTime || row.startTime, now)}
            words={[row.webName, row.reason && chatEnds[row.reason]].filter(Boolean).join("，")}
            chosen={row.id === chosen}
            onChoose={() => onChoose(row)}
          />
        ))}
      </Items>
      {data.list.length < data.total && (
        <Box p="2" textAlign="center">
          <Button size="xs" variant="ghost" loading={isFetching} onClick={() => setSize(size + page)}>
            加载更多
          </Button>
        </Box>
      )}
    </>
  );
}

interface ListsProps extends OpenProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly onEnded: (row: Ended) => void;
}

export function Lists({ tab, onTab, onEnded, ...open }: ListsProps) {
  const unread = open.friends?.reduce((sum, { number }) => sum + number, 0) ?? 0;
  return (
    <>
      <HStack role="tablist" aria-label="会话" gap="1" px="3" py="1.5" borderBottomWidth="1px">
        {(["open", "ended"] as const).map((each) => (
          <Button
            key={each}
            role="tab"
            id={`chats-tab-${each}`}
            aria-selected={tab === each}
            aria-controls="chats-list"
            size="xs"
            variant={tab === each ? "subtle" : "ghost"}
            onClick={() => onTab(each)}
          >
            {tabs[each]}
            {each === "open" && tab !== "open" && unread > 0 && `（${unread}条未读）`}
          </Button>
        ))}
      </HStack>
      <ScrollBox id="chats-list" role="tabpanel" aria-labelledby={`chats-tab-${tab}`} tabIndex={0}>
        {tab === "open" ? <OpenList {...open} /> : <EndedList chosen={open.chosen} onChoose={onEnded} />}
      </ScrollBox>
    </>
  );
}
