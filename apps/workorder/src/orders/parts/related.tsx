import { Box, Button, chakra, HStack, Stack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { orderRelations, type OrderRelation } from "@liantai/api/contract/work-orders";
import { bus } from "@liantai/bus";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { useState } from "react";
import { records } from "../../records/parts/queries.ts";
import { Timeline } from "../../records/parts/timeline.tsx";
import { orders, people, type Order, type Related } from "./queries.ts";
import { codeText, Due, personText, StateBadge } from "./words.tsx";

const Line = chakra("button", {
  base: {
    display: "flex",
    alignItems: "baseline",
    gap: "3",
    w: "full",
    py: "1.5",
    px: "1",
    textAlign: "start",
    borderRadius: "sm",
    cursor: "pointer",
    _hover: { bg: "bg.subtle" },
    focusVisibleRing: "inside",
  },
});

/** One order in a line, to be opened. */
export function OrderLink({ order, onOpen }: { readonly order: Order; readonly onOpen: (id: string) => void }) {
  return (
    <Line type="button" onClick={() => onOpen(order.id)}>
      <Text as="span" flex="none" fontVariantNumeric="tabular-nums">
        {codeText(order)}
      </Text>
      <Text as="span" flex="1" truncate title={order.title}>
        {order.title}
      </Text>
      <Text as="span" flex="none" color="fg.muted">
        {order.nodeName}
        {order.holder !== "" && ` ${personText(order.holder, order.holderName)}`}
      </Text>
      <Due order={order} />
      <StateBadge order={order} />
    </Line>
  );
}

export function OrderGroup({
  title,
  list,
  onOpen,
}: {
  readonly title: string;
  readonly list: readonly Order[];
  readonly onOpen: (id: string) => void;
}) {
  if (list.length === 0) return null;
  return (
    <Box>
      <Text fontWeight="600">
        {title}（{list.length}）
      </Text>
      <Stack as="ul" aria-label={title} listStyleType="none" gap="0">
        {list.map((order) => (
          <Box as="li" key={order.id} borderBottomWidth="1px">
            <OrderLink order={order} onOpen={onOpen} />
          </Box>
        ))}
      </Stack>
    </Box>
  );
}

export const useRelated = (id: string) =>
  orders.related.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });

export const ofRelation = (list: readonly Related[], relation: OrderRelation): readonly Related[] =>
  list.filter((one) => one.relation === relation);

/** Customers of an order, each with every contact. */
export function Customers({ id }: { readonly id: string }) {
  const { data } = people.customers.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  const [shown, show] = useState<string>();
  if (!data || data.length === 0) return null;
  return (
    <Box>
      <Text fontWeight="600" mb="1">
        客户
      </Text>
      {data.map(({ id: customer, values }) => {
        const text = ["customerCode", "customerName", "phone"]
          .map((name) => values[name])
          .filter((value) => typeof value === "string" && value !== "");
        return (
          <Box key={customer} borderBottomWidth="1px" pb="1">
            <HStack>
              <Text flex="1">{text.join("　") || "未命名"}</Text>
              <Button
                size="2xs"
                variant="ghost"
                aria-expanded={shown === customer}
                onClick={() => show(shown === customer ? undefined : customer)}
              >
                {shown === customer ? "收起联系记录" : "通话与联系记录"}
              </Button>
            </HStack>
            {shown === customer && <Timeline id={customer} />}
          </Box>
        );
      })}
    </Box>
  );
}

const mostReferring = 50;

/** Data of other forms and orders that look this one up. */
function Referring({ order }: { readonly order: Order }) {
  const { data } = records.timeline.useQuery(
    { body: { id: order.recordId, kind: "record", pageNo: 1, pageSize: mostReferring } },
    { refetchOnMountOrArgChange: true },
  );
  if (!data || data.list.length === 0) return null;
  return (
    <Box>
      <Text fontWeight="600">引用本工单的数据（{data.total}）</Text>
      <Stack as="ul" aria-label="引用本工单的数据" listStyleType="none" gap="0">
        {data.list.map(({ contactId, time, formName = "", title = "" }) => (
          <HStack as="li" key={contactId} gap="3" py="1.5" px="1" borderBottomWidth="1px" align="baseline">
            <Text color="fg.muted" flex="none" fontVariantNumeric="tabular-nums">
              {time}
            </Text>
            <Text flex="1">{`${formName} ${title}`.trim() || "数据"}</Text>
          </HStack>
        ))}
      </Stack>
    </Box>
  );
}

interface RelatedProps {
  readonly order: Order;
  readonly onOpen: (id: string) => void;
  readonly onNew: () => void;
}

/** The order that it is under, its sub-orders, its customers with their contacts and other orders. */
export function RelatedOrders({ order, onOpen, onNew }: RelatedProps) {
  const { data, error, refetch } = useRelated(order.id);
  const may = useMayPress("/workorderinformation")("formStream.create");
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const open = order.state !== "done" && order.state !== "deleted";
  return (
    <Stack gap="4">
      <HStack>
        {may && open && (
          <Button size="xs" variant="outline" onClick={onNew}>
            新建子工单
          </Button>
        )}
        <Button
          size="xs"
          variant="outline"
          onClick={() => bus.publish("tab.open", { name: "relationWorkorder", params: { id: order.id }, cover: true })}
        >
          查看关联工单
        </Button>
      </HStack>
      {(Object.keys(orderRelations) as OrderRelation[]).map((relation) => (
        <OrderGroup key={relation} title={orderRelations[relation]} list={ofRelation(data, relation)} onOpen={onOpen} />
      ))}
      {data.length === 0 && <EmptyState title="没有关联的工单" />}
      <Referring order={order} />
      <Customers id={order.id} />
    </Stack>
  );
}
