/** What an agent knows of a customer while he talks: open orders, and how they were in touch lately. */
import { Box, Button, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import { useMaySee } from "@liantai/api/client";
import { shortTime } from "@liantai/api/contract";
import { bus } from "@liantai/bus";
import { FailureState, formatDuration, LoadingState, StatusBadge } from "@liantai/ui";
import { useState, type ReactNode } from "react";
import { useTimeline, type Contact } from "../../records/parts/queries.ts";
import { orderStanding } from "../../records/parts/timeline.tsx";

const few = 5;
/** More the server does not give at once. */
const mostContacts = 200;
const mostOrders = 50;

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Box as="section" aria-label={title} bg="bg" borderWidth="1px" borderRadius="md" p="3" minW="0">
    <Heading as="h2" mb="2" textStyle="sm" fontWeight="600">
      {title}
    </Heading>
    {children}
  </Box>
);

const Nothing = ({ children }: { readonly children: ReactNode }) => <Text color="fg.muted">{children}</Text>;

function Order({ order, mayOpen }: { readonly order: Contact; readonly mayOpen: boolean }) {
  const { contactId: caseId, workCode = "", title = "" } = order;
  const open = () => bus.publish("tab.open", { name: "workorderinformation", params: { caseId }, cover: true });
  return (
    <Box py="1.5" borderBottomWidth="1px">
      <HStack justify="space-between" gap="2">
        <Text flex="1" minW="0" truncate title={title}>
          {title || workCode}
        </Text>
        {mayOpen && order.mayOpen && (
          <Button size="2xs" variant="ghost" aria-label={`打开工单 ${workCode || title}`} onClick={open}>
            打开
          </Button>
        )}
      </HStack>
      <HStack justify="space-between" gap="2" color="fg.muted" textStyle="xs">
        <Text fontVariantNumeric="tabular-nums">{workCode}</Text>
        <StatusBadge tone="held">{orderStanding(order)}</StatusBadge>
      </HStack>
    </Box>
  );
}

function OpenOrders({ id }: { readonly id: string }) {
  const mayOpen = useMaySee("/workorderinformation") === true;
  const { data, error, refetch } = useTimeline({ body: { id, open: 1, pageNo: 1, pageSize: mostOrders } });
  const { list: open, total = 0 } = data ?? {};
  return (
    <Part title={total > 0 ? `未完结工单（${total}）` : "未完结工单"}>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !open ? (
        <LoadingState />
      ) : open.length === 0 ? (
        <Nothing>没有未完结的工单</Nothing>
      ) : (
        <>
          {open.map((order) => (
            <Order key={order.contactId} order={order} mayOpen={mayOpen} />
          ))}
          {total > open.length && <Nothing>只显示最近{open.length}个</Nothing>}
        </>
      )}
    </Part>
  );
}

const ways: Readonly<Record<string, string>> = { inbound: "呼入", outbound: "呼出" };

const lengthOf = ({ live, answered, talkSeconds }: Contact, not: string): string =>
  live ? "进行中" : answered ? formatDuration(talkSeconds) : not;

function whatOf(contact: Contact): string {
  const { kind, direction, agentName, agentId, workCode = "", title = "", formName = "", webName = "" } = contact;
  const talk = (way: string, length: string) => [way, agentName || agentId, length].filter(Boolean).join(" · ");
  switch (kind) {
    case "order":
      return `工单 ${title || workCode}`;
    case "record":
      return `${formName} ${title}`.trim() || "数据";
    case "chat":
      return talk(`在线会话 ${webName}`.trim(), contact.removed ? "已清理" : lengthOf(contact, "未转人工"));
    default:
      return talk(ways[direction] ?? "通话", lengthOf(contact, "未接通"));
  }
}

function Line({ contact }: { readonly contact: Contact }) {
  const { time } = contact;
  const what = whatOf(contact);
  return (
    <HStack gap="2" py="1" align="baseline">
      <Text flex="none" color="fg.muted" textStyle="xs" fontVariantNumeric="tabular-nums">
        {shortTime(time, Date.now())}
      </Text>
      <Text flex="1" minW="0" truncate title={what}>
        {what}
      </Text>
    </HStack>
  );
}

function LastContacts({ id }: { readonly id: string }) {
  const [pageSize, setPageSize] = useState(few);
  const { data, error, refetch } = useTimeline({ body: { id, pageNo: 1, pageSize } });
  return (
    <Part title="联系记录">
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.list.length === 0 ? (
        <Nothing>还没有联系记录</Nothing>
      ) : (
        <>
          {data.list.map((contact) => (
            <Line key={`${contact.kind} ${contact.contactId}`} contact={contact} />
          ))}
          {data.total > data.list.length &&
            (pageSize < mostContacts ? (
              <Button
                mt="1"
                size="2xs"
                variant="ghost"
                onClick={() => setPageSize(Math.min(pageSize * 3, mostContacts))}
              >
                显示更多（共 {data.total} 条）
              </Button>
            ) : (
              <Nothing>
                只显示最近{mostContacts}条，共 {data.total} 条
              </Nothing>
            ))}
        </>
      )}
    </Part>
  );
}

export const Beside = ({ id }: { readonly id: string }) => (
  <Stack gap="3" minW="0">
    <OpenOrders id={id} />
    <LastContacts id={id} />
  </Stack>
);
