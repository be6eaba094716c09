import { Tabs } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Trace } from "../../automation/trace.tsx";
import { Changes } from "../../records/parts/changes.tsx";
import { History } from "./history.tsx";
import { CustomerLinks } from "./links.tsx";
import { Progress } from "./progress.tsx";
import type { Order } from "./queries.ts";
import { RelatedOrders } from "./related.tsx";
import type { Opened } from "./use-opened.ts";

const views = {
  form: "工单内容",
  progress: "流程进度",
  history: "历史记录",
  related: "关联",
  links: "客户链接",
  changes: "变更记录",
  trace: "触发记录",
} as const;

interface ViewsProps extends Pick<Opened, "found" | "record"> {
  readonly view: string;
  readonly onView: (view: string) => void;
  /** Its fields, to be read or written. */
  readonly form: ReactNode;
  readonly onOpen: (id: string) => void;
  readonly onNew: (parent: Order) => void;
}

/** Everything that is known of an order, one beside the other. */
export function OrderViews({ found, record, view, form, onView, onOpen, onNew }: ViewsProps) {
  return (
    <Tabs.Root value={view} onValueChange={({ value }) => onView(value)} size="sm" lazyMount>
      <Tabs.List>
        {Object.entries(views).map(([value, name]) => (
          <Tabs.Trigger key={value} value={value}>
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="form">{form}</Tabs.Content>
      <Tabs.Content value="progress">
        <Progress found={found} />
      </Tabs.Content>
      <Tabs.Content value="history">
        <History id={found.order.id} />
      </Tabs.Content>
      <Tabs.Content value="related">
        <RelatedOrders order={found.order} onOpen={onOpen} onNew={() => onNew(found.order)} />
      </Tabs.Content>
      <Tabs.Content value="links">
        <CustomerLinks orderId={found.order.id} />
      </Tabs.Content>
      <Tabs.Content value="changes">
        <Changes opened={record} />
      </Tabs.Content>
      <Tabs.Content value="trace">
        <Trace kind="order" id={found.order.id} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
