import { Box, Button, Flex, HStack, Input, Stack, Text } from "@chakra-ui/react";
import { EmptyState, FailureState, LoadingState, ScrollBox, Section, useTab, useTabParams } from "@liantai/ui";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState, type FormEvent } from "react";
import { orders, type Order } from "../parts/queries.ts";
import { Customers, ofRelation, OrderGroup, OrderLink, useRelated } from "../parts/related.tsx";
import { OrderSheets, useOrderSheet } from "../parts/sheets.tsx";
import { useOrdersChanged } from "../parts/live.ts";

const mostChildren = 200;

/** An order and what stands under it, as deep as somebody unfolds it. */
function Branch({
  order,
  onOpen,
  here,
  deep = 0,
}: {
  readonly order: Order;
  readonly onOpen: (id: string) => void;
  readonly here: string;
  readonly deep?: number;
}) {
  const [open, setOpen] = useState(deep === 0);
  const { data } = orders.list.useQuery(
    { body: { parentId: order.id, scope: "all", pageNo: 1, pageSize: mostChildren } },
    { refetchOnMountOrArgChange: true },
  );
  const children = data?.list ?? [];
  return (
    <Box as="li" listStyleType="none">
      <HStack gap="1" bg={order.id === here ? "accent.subtle" : undefined} borderRadius="sm" borderBottomWidth="1px">
        <Box w="24px" flex="none">
          {children.length > 0 && (
            <Button
              size="2xs"
              variant="ghost"
              aria-expanded={open}
              aria-label={`${open ? "收起" : "展开"}${order.title}的子工单`}
              onClick={() => setOpen(!open)}
            >
              {open ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            </Button>
          )}
        </Box>
        <OrderLink order={order} onOpen={onOpen} />
      </HStack>
      {open && children.length > 0 && (
        <Box as="ul" ps="6">
          {children.map((child) => (
            <Branch key={child.id} order={child} onOpen={onOpen} here={here} deep={deep + 1} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function Around({ id, onOpen }: { readonly id: string; readonly onOpen: (id: string) => void }) {
  const found = orders.find.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  const related = useRelated(id);
  useOrdersChanged(() => {
    void found.refetch();
    void related.refetch();
  });
  const error = found.error ?? related.error;
  if (error) return <FailureState error={error} onRetry={() => void (found.refetch(), related.refetch())} />;
  if (!found.data || !related.data) return <LoadingState />;
  const [parent] = ofRelation(related.data, "parent");
  const others = ofRelation(related.data, "customer");
  return (
    <Stack gap="3">
      <Section title="主工单与子工单">
        <Box as="ul" aria-label="主工单与子工单">
          <Branch key={parent?.id ?? id} order={parent ?? found.data.order} onOpen={onOpen} here={id} />
        </Box>
      </Section>
      <Section title="同一客户的工单">
        {others.length === 0 ? (
          <EmptyState title="没有同一客户的其他工单" />
        ) : (
          <OrderGroup title="其他工单" list={others} onOpen={onOpen} />
        )}
        <Customers id={id} />
      </Section>
    </Stack>
  );
}

/** Opened from the menu: the number of an order leads to what is around it. */
function Search({ onFound }: { readonly onFound: (id: string) => void }) {
  const [code, setCode] = useState("");
  const [fault, setFault] = useState("");
  const [look, { isFetching }] = orders.list.useLazyQuery();
  const search = async (event: FormEvent) => {
    event.preventDefault();
    const asked = code.trim();
    if (asked === "") return setFault("请输入工单编号");
    const { data } = await look({ body: { workCode: asked, scope: "all", pageNo: 1, pageSize: 10 } });
    if (!data) return;
    const [only] = data.list;
    if (data.total === 0) setFault("没有找到该工单");
    else if (data.total > 1 || !only) setFault("有多个工单符合，请输入完整的工单编号");
    else {
      setFault("");
      onFound(only.id);
    }
  };
  return (
    <Box asChild>
      <form aria-label="查找工单" onSubmit={(event) => void search(event)}>
        <HStack gap="2">
          <Input
            w="220px"
            size="sm"
            aria-label="工单编号"
            placeholder="请输入工单编号"
            maxLength={30}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" loading={isFetching}>
            查找
          </Button>
          {fault !== "" && (
            <Text role="alert" color="fg.error">
              {fault}
            </Text>
          )}
        </HStack>
      </form>
    </Box>
  );
}

/** 关联工单: sub-orders of an order as a tree, and other orders of its customers. */
export default function RelationScreen() {
  const { id: given } = useTabParams<{ readonly id: unknown }>();
  const { revision = 0 } = useTab();
  const [id, setId] = useState("");
  const [seen, setSeen] = useState(-1);
  const sheet = useOrderSheet(undefined);
  if (seen !== revision) {
    setSeen(revision);
    if (typeof given === "string") setId(given);
  }
  return (
    <ScrollBox h="full">
      <Flex direction="column" gap="3" p="3">
        <Search onFound={setId} />
        {id === "" ? (
          <EmptyState title="请选择工单" hint="输入工单编号查找，或在工单中点击“查看关联工单”。" />
        ) : (
          <Around key={id} id={id} onOpen={(one) => sheet.open({ kind: "order", id: one })} />
        )}
      </Flex>
      <OrderSheets sheet={sheet} />
    </ScrollBox>
  );
}
