/** What an order was like after an event, as the event keeps it: for whoever asks later what it was then. */
import type { Order, OrderState, Properties } from "@liantai/api/contract/work-orders";

export interface OrderSnapshot {
  readonly state: OrderState;
  readonly node: string;
  /** Absent of events before it was kept. */
  readonly nodeId?: string;
  readonly holder: string;
  readonly priority: number;
  readonly urges: number;
  readonly upgrades: number;
}

interface Columns {
  readonly state: OrderState;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly holder: string;
  readonly priority: number;
  readonly body: Pick<Order, "urges" | "upgrades">;
}

export const snapshotOf = ({ state, nodeId, nodeName: node, holder, priority, body }: Columns): OrderSnapshot => ({
  ...{ state, node, nodeId, holder, priority, urges: body.urges, upgrades: body.upgrades },
});

/** undefined: an event of before they were kept. */
export const snapshotIn = (data: Readonly<Record<string, unknown>>): OrderSnapshot | undefined =>
  data["after"] as OrderSnapshot | undefined;

interface Lasting {
  readonly title: string;
  readonly creator: string;
  readonly source: string;
}

/** As conditions of triggers ask for them. */
export const propertiesAt = (snapshot: OrderSnapshot, { title, creator, source }: Lasting): Properties => ({
  $state: snapshot.state,
  $priority: String(snapshot.priority),
  $title: title,
  $node: snapshot.node,
  $holder: snapshot.holder,
  $creator: creator,
  $urges: String(snapshot.urges),
  $upgrades: String(snapshot.upgrades),
  $source: source,
});
