import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { useSeesCalls } from "@liantai/api/client";
import type { OrderState } from "@liantai/api/contract/work-orders";
import { orderStates } from "@liantai/api/contract/workorder";
import { bus, openCall } from "@liantai/bus";
import { EmptyState, FailureState, formatDuration, LoadingState, StatusBadge } from "@liantai/ui";
import { useState } from "react";
import { records, type Contact } from "./queries.ts";

const pageSize = 20;
const directions: Readonly<Record<string, string>> = { inbound: "呼入", outbound: "呼出", internal: "内部" };

const OpenOrder = ({ caseId }: { readonly caseId: string }) => (
  <Button
    ms="2"
    size="2xs"
    variant="ghost"
    onClick={() => bus.publish("tab.open", { name: "workorderinformation", params: { caseId }, cover: true })}
  >
    打开
  </Button>
);

const isOrderState = (text: string): text is OrderState => Object.hasOwn(orderStates, text);

/** Where an order stands: its node, or its state where it is at none with a name. */
export const orderStanding = ({ nodeName = "", state = "" }: Contact): string =>
  nodeName || (isOrderState(state) ? orderStates[state] : "工单");

interface TimelineProps {
  readonly id: string;
  /** Opens a record that refers to this one. Absent: it is only named. */
  readonly onOpen?: ((id: string) => void) | undefined;
}

interface LineProps {
  readonly contact: Contact;
  readonly onOpen: TimelineProps["onOpen"];
}

/** Data of another form, a dialling task's for one, that looks the customer up. */
const ReferringRecord = ({ contact: { contactId, time, formName = "", title = "", mayOpen }, onOpen }: LineProps) => (
  <HStack gap="3" py="1.5" borderBottomWidth="1px" align="baseline">
    <Text color="fg.muted" flex="none" fontVariantNumeric="tabular-nums">
      {time}
    </Text>
    <Text flex="1" minW="0">
      {`${formName} ${title}`.trim() || "数据"}
      {mayOpen && onOpen && (
        <Button ms="2" size="2xs" variant="ghost" onClick={() => onOpen(contactId)}>
          打开
        </Button>
      )}
    </Text>
    <StatusBadge tone="held">关联数据</StatusBadge>
  </HStack>
);

/** A conversation of a web chat. */
function Chat({ contact }: { readonly contact: Contact }) {
  const { time, agentId, agentName, webName = "", talkSeconds, answered, live } = contact;
  const who = `${agentId} ${agentName}`.trim();
  return (
    <HStack gap="3" py="1.5" borderBottomWidth="1px" align="baseline">
      <Text color="fg.muted" flex="none" fontVariantNumeric="tabular-nums">
        {time}
      </Text>
      <Text flex="1" minW="0">
        {`在线会话 ${webName}`.trim()}
        {who && `，${who}`}
        {answered && !live && `，会话 ${formatDuration(talkSeconds)}`}
      </Text>
      <StatusBadge tone={live ? "talking" : answered ? "ready" : "offline"}>
        {live ? "进行中" : answered ? "已接待" : "未转人工"}
      </StatusBadge>
    </HStack>
  );
}

function Line({ contact, onOpen }: LineProps) {
  const { kind, time, direction, number, agentId, agentName, talkSeconds, answered, live } = contact;
  const details = useSeesCalls();
  if (kind === "record") return <ReferringRecord contact={contact} onOpen={onOpen} />;
  if (kind === "chat") return <Chat contact={contact} />;
  const who = `${agentId} ${agentName}`.trim();
  return (
    <HStack gap="3" py="1.5" borderBottomWidth="1px" align="baseline">
      <Text color="fg.muted" flex="none" fontVariantNumeric="tabular-nums">
        {time}
      </Text>
      {kind === "order" ? (
        <Text flex="1" minW="0">
          工单 {contact.workCode} {contact.title}
          {contact.mayOpen && <OpenOrder caseId={contact.contactId} />}
        </Text>
      ) : (
        <Text flex="1" minW="0">
          {directions[direction] ?? "通话"} {number}
          {who && `，${who}`}
          {answered && !live && `，通话 ${formatDuration(talkSeconds)}`}
          {contact.mayOpen && details && (
            <Button ms="2" size="2xs" variant="ghost" onClick={() => openCall(contact.contactId)}>
              打开
            </Button>
          )}
        </Text>
      )}
      {kind === "order" ? (
        <StatusBadge tone="held">{orderStanding(contact)}</StatusBadge>
      ) : (
        <StatusBadge tone={live ? "talking" : answered ? "ready" : "offline"}>
          {live ? "进行中" : answered ? "已接通" : "未接通"}
        </StatusBadge>
      )}
    </HStack>
  );
}

interface PageProps extends TimelineProps {
  readonly pageNo: number;
  readonly last: boolean;
  readonly onMore: () => void;
}

function Page({ id, onOpen, pageNo, last, onMore }: PageProps) {
  const { data, error, refetch } = records.timeline.useQuery({ body: { id, pageNo, pageSize } });
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (pageNo === 1 && data.list.length === 0)
    return <EmptyState title="还没有联系记录" hint="通话、在线会话、工单等联系会显示在这里。" />;
  return (
    <>
      {data.list.map((contact) => (
        <Line key={`${contact.kind} ${contact.contactId}`} contact={contact} onOpen={onOpen} />
      ))}
      {last && data.total > pageNo * pageSize && (
        <Button mt="2" size="xs" variant="outline" colorPalette="gray" onClick={onMore}>
          显示更多（共 {data.total} 条）
        </Button>
      )}
    </>
  );
}

function Pages(props: TimelineProps) {
  const [pages, setPages] = useState(1);
  return (
    <Stack gap="0">
      {Array.from({ length: pages }, (_, at) => (
        <Page key={at} {...props} pageNo={at + 1} last={at + 1 === pages} onMore={() => setPages(pages + 1)} />
      ))}
    </Stack>
  );
}

/** Every contact with a customer, newest first. */
export const Timeline = (props: TimelineProps) => <Pages key={props.id} {...props} />;
