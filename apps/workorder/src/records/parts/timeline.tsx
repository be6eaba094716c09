import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { useSeesCalls } from "@liantai/api/client";
import type { OrderState } from "@liantai/api/contract/work-orders";
import { orderStates } from "@liantai/api/contract/workorder";
import { bus, openCall } from "@liantai/bus";
import { EmptyState, FailureState, formatDuration, LoadingState, StatusBadge } from "@liantai/ui";
import { useState, type ReactNode } from "react";
import { useTimeline, type Contact } from "./queries.ts";

const pageSize = 20;
const directions: Readonly<Record<string, string>> = { inbound: "呼入", outbound: "呼出", internal: "内部" };

const Open = ({ onOpen }: { readonly onOpen: () => void }) => (
  <Button ms="2" size="2xs" variant="ghost" onClick={onOpen}>
    打开
  </Button>
);

const openOrder = (caseId: string): void =>
  bus.publish("tab.open", { name: "workorderinformation", params: { caseId }, cover: true });

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

interface RowProps {
  readonly time: string;
  readonly standing: ReactNode;
  readonly children: ReactNode;
}

/** When, what, and where it stands. */
const Row = ({ time, standing, children }: RowProps) => (
  <HStack gap="3" py="1.5" borderBottomWidth="1px" align="baseline">
    <Text color="fg.muted" flex="none" fontVariantNumeric="tabular-nums">
      {time}
    </Text>
    <Text flex="1" minW="0">
      {children}
    </Text>
    {standing}
  </HStack>
);

const held = (text: string) => <StatusBadge tone="held">{text}</StatusBadge>;

/** Whether somebody was met, in the words of a kind. */
function met({ live, answered }: Contact, yes: string, no: string) {
  if (live) return <StatusBadge tone="talking">进行中</StatusBadge>;
  return answered ? <StatusBadge tone="ready">{yes}</StatusBadge> : <StatusBadge tone="offline">{no}</StatusBadge>;
}

/** Who of ours, and for how long. */
function withWhom({ agentId, agentName, answered, live, talkSeconds }: Contact, what: string): string {
  const who = `${agentId} ${agentName}`.trim();
  return `${who && `，${who}`}${answered && !live ? `，${what} ${formatDuration(talkSeconds)}` : ""}`;
}

/** Data of another form, a dialling task's for one, that looks the customer up. */
const ReferringRecord = ({ contact: { contactId, time, formName = "", title = "", mayOpen }, onOpen }: LineProps) => (
  <Row time={time} standing={held("关联数据")}>
    {`${formName} ${title}`.trim() || "数据"}
    {mayOpen && onOpen && <Open onOpen={() => onOpen(contactId)} />}
  </Row>
);

/** A conversation of a web chat. */
const Chat = ({ contact }: Pick<LineProps, "contact">) => (
  <Row time={contact.time} standing={contact.removed ? held("已清理") : met(contact, "已接待", "未转人工")}>
    {`在线会话 ${contact.webName ?? ""}`.trim()}
    {withWhom(contact, "会话")}
  </Row>
);

const Order = ({ contact }: Pick<LineProps, "contact">) => (
  <Row time={contact.time} standing={held(orderStanding(contact))}>
    工单 {contact.workCode} {contact.title}
    {contact.mayOpen && <Open onOpen={() => openOrder(contact.contactId)} />}
  </Row>
);

function CallLine({ contact }: Pick<LineProps, "contact">) {
  const details = useSeesCalls();
  return (
    <Row time={contact.time} standing={met(contact, "已接通", "未接通")}>
      {directions[contact.direction] ?? "通话"} {contact.number}
      {withWhom(contact, "通话")}
      {contact.mayOpen && details && <Open onOpen={() => openCall(contact.contactId)} />}
    </Row>
  );
}

function Line({ contact, onOpen }: LineProps) {
  switch (contact.kind) {
    case "record":
      return <ReferringRecord contact={contact} onOpen={onOpen} />;
    case "chat":
      return <Chat contact={contact} />;
    case "order":
      return <Order contact={contact} />;
    default:
      return <CallLine contact={contact} />;
  }
}

interface PageProps extends TimelineProps {
  readonly pageNo: number;
  readonly last: boolean;
  readonly onMore: () => void;
}

function Page({ id, onOpen, pageNo, last, onMore }: PageProps) {
  const { data, error, refetch } = useTimeline({ body: { id, pageNo, pageSize } });
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
