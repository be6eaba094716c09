import { Button, Table, Text } from "@chakra-ui/react";
import { bus } from "@liantai/bus";
import { AppDialog, ColumnHeads, FailureState, LoadingState } from "@liantai/ui";
import { heats } from "../../queries.ts";
import { type Heat, spentText } from "./heat.ts";

/** A figure of a node. */
export interface Behind {
  readonly nodeId: string;
  readonly which: "now" | "stays";
  readonly title: string;
}

interface BehindProps {
  readonly asked: Heat["asked"];
  readonly behind: Behind;
  readonly onClose: () => void;
}

function Stays({ asked, behind }: Omit<BehindProps, "onClose">) {
  const { nodeId, which } = behind;
  const { data, error, refetch } = heats.heatOrders.useQuery(
    { body: { ...asked, nodeId, which } },
    { refetchOnMountOrArgChange: true },
  );
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <>
      <Text mb="2" color="fg.muted">
        共 {data.total} {which === "now" ? "个工单" : "次停留"}，用时长的在前
        {data.list.length < data.total && `，显示前 ${data.list.length} ${which === "now" ? "个" : "次"}`}。
      </Text>
      <Table.Root size="sm" aria-label={behind.title}>
        <ColumnHeads titles={["工单编号", "标题", "进入时间", "离开时间", "用时", "处理人"]} />
        <Table.Body>
          {data.list.map((stay) => (
            <Table.Row key={`${stay.id} ${stay.enterTime}`}>
              <Table.Cell whiteSpace="nowrap">
                <Button
                  size="2xs"
                  variant="plain"
                  px="0"
                  onClick={() =>
                    bus.publish("tab.open", {
                      ...{ name: "workorderinformation", params: { caseId: stay.id }, cover: true },
                    })
                  }
                >
                  {stay.workCode || "打开"}
                </Button>
              </Table.Cell>
              <Table.Cell>{stay.title}</Table.Cell>
              <Table.Cell whiteSpace="nowrap">{stay.enterTime}</Table.Cell>
              <Table.Cell whiteSpace="nowrap">{stay.leaveTime || "还没有离开"}</Table.Cell>
              <Table.Cell whiteSpace="nowrap">{spentText(stay.ms)}</Table.Cell>
              <Table.Cell whiteSpace="nowrap">{[stay.holder, stay.holderName].filter(Boolean).join(" ")}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </>
  );
}

/** The orders behind a figure; each opens. */
export function OrdersBehind({ onClose, ...rest }: BehindProps) {
  return (
    <AppDialog
      open
      title={rest.behind.title}
      width="860px"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Stays {...rest} />
    </AppDialog>
  );
}
