/** What waits for the person, and what was announced to him: on both home pages. */
import { Badge, Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { queriesOf, useMaySee } from "@liantai/api/client";
import { shortTime, type ReplyOf } from "@liantai/api/contract";
import { readAnnouncement, reminderApi } from "@liantai/api/contract/reminders";
import { bus, openCall } from "@liantai/bus";
import { AppDrawer, EmptyState, Section, StatusBadge } from "@liantai/ui";
import { memo, useState } from "react";
import { Loaded } from "./parts.tsx";
import { quietly } from "./quiet.ts";
import { RefreshOnChange } from "./refresh.tsx";

const reminders = queriesOf(reminderApi);
const { read: reading } = queriesOf({ read: readAnnouncement });

type Mine = ReplyOf<typeof reminderApi.mine>;
type Todo = Mine["todos"][number];
type Announced = Mine["announcements"][number];

const kinds = {
  reservation: { text: "预约", tab: "reservationmanage" },
  plan: { text: "计划", tab: "planreminder" },
  followUp: { text: "回访", tab: "followuplist" },
  voicemail: { text: "留言", tab: "callrecord/detail" },
} as const;

const Line = chakra("button", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    w: "full",
    py: "1.5",
    px: "1",
    textAlign: "start",
    borderRadius: "sm",
    cursor: "pointer",
    _hover: { bg: "bg.subtle" },
    _disabled: { cursor: "default", bg: "transparent" },
    focusVisibleRing: "inside",
  },
});
const list = { listStyleType: "none", maxH: "264px", overflowY: "auto" } as const;

/** What is given to a seat is told to it. */
const told = ["notification.show"] as const;
const useMine = () =>
  reminders.mine.useQuery({ body: {} }, { refetchOnMountOrArgChange: true, selectFromResult: (read) => quietly(read) });

function openTodo({ kind, id, callId, subTime }: Todo): void {
  if (kind === "voicemail") return openCall(callId ?? "", "留言处理");
  bus.publish("tab.open", {
    name: kinds[kind].tab,
    params: kind === "followUp" ? { id } : { subTime },
    cover: true,
  });
}

function TodoLine(todo: Todo) {
  const { kind, des, about, subTime, due } = todo;
  const { text, tab } = kinds[kind];
  const may = useMaySee(`/${tab}`) === true;
  return (
    <Box as="li">
      <Line type="button" disabled={!may} onClick={() => openTodo(todo)}>
        <Text as="span" flex="none" fontVariantNumeric="tabular-nums" color={due === 1 ? "fg.error" : "fg.muted"}>
          {shortTime(subTime, Date.now())}
        </Text>
        <Badge
          flex="none"
          size="sm"
          variant="subtle"
          colorPalette={kind === "plan" ? "teal" : kind === "voicemail" ? "purple" : "blue"}
        >
          {text}
        </Badge>
        <Text as="span" truncate flex="1" title={`${des} ${about}`.trim()}>
          {des}
        </Text>
        <Text as="span" flex="none" color="fg.muted">
          {about}
        </Text>
      </Line>
    </Box>
  );
}

/** 待办: open reservations and follow-ups up to today, plans of today, messages given to the seat. */
export const Todos = memo(function Todos() {
  const mine = useMine();
  return (
    <Section title="待办" aside={mine.data && <Text color="fg.muted">共 {mine.data.total} 项</Text>}>
      <RefreshOnChange events={told} refetch={() => void mine.refetch()} />
      <Loaded part={mine}>
        {({ todos }) =>
          todos.length === 0 ? (
            <EmptyState title="今天没有待办" hint="到今天为止的预约、回访，今天的计划和交给您的留言显示在这里。" />
          ) : (
            <Box as="ul" aria-label="待办" {...list}>
              {todos.map((todo) => (
                <TodoLine key={todo.id} {...todo} />
              ))}
            </Box>
          )
        }
      </Loaded>
    </Section>
  );
});

function Announcement({ of, onClose }: { readonly of: Announced; readonly onClose: () => void }) {
  return (
    <AppDrawer open title={of.des} width="520px" onClose={onClose}>
      <Text color="fg.muted" textStyle="xs" mb="2">
        {of.publishedBy} 发布于 {of.publishedAt}
      </Text>
      <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
        {of.remarks}
      </Text>
    </AppDrawer>
  );
}

/** 公告: the newest that went to the person; opened, it is read. */
export const Announcements = memo(function Announcements() {
  const mine = useMine();
  const [read] = reading.useMutation();
  const [shown, setShown] = useState<Announced>();
  const all = useMaySee("/announcement") === true;
  const open = (of: Announced) => {
    setShown(of);
    if (of.readAt === null) void read({ body: { id: of.id } });
  };
  return (
    <Section
      title="公告"
      aside={
        <Flex align="center" gap="2">
          {mine.data && mine.data.unread > 0 && <StatusBadge tone="busy">{mine.data.unread} 条未读</StatusBadge>}
          {all && (
            <Button size="2xs" variant="ghost" onClick={() => bus.publish("tab.open", { name: "announcement" })}>
              全部公告
            </Button>
          )}
        </Flex>
      }
    >
      <Loaded part={mine}>
        {({ announcements }) =>
          announcements.length === 0 ? (
            <EmptyState title="没有公告" />
          ) : (
            <Box as="ul" aria-label="公告" {...list}>
              {announcements.map((of) => (
                <Box as="li" key={of.id}>
                  <Line type="button" onClick={() => open(of)}>
                    <Text
                      as="span"
                      truncate
                      flex="1"
                      fontWeight={of.readAt === null ? "600" : undefined}
                      title={of.des}
                    >
                      {of.des}
                    </Text>
                    {of.readAt === null && <StatusBadge tone="busy">未读</StatusBadge>}
                    <Text as="span" flex="none" color="fg.muted" fontVariantNumeric="tabular-nums">
                      {shortTime(of.publishedAt, Date.now())}
                    </Text>
                  </Line>
                </Box>
              ))}
            </Box>
          )
        }
      </Loaded>
      {shown && <Announcement of={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
});
