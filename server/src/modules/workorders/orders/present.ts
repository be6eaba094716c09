/** Rows of orders as they are answered. */
import { formatTime, type ReplyOf } from "@liantai/api/contract";
import {
  orderEvents,
  codeOf,
  historyKindOf,
  type OrderEventType,
  type OrderPriority,
  type formStreamApi,
} from "@liantai/api/contract/work-orders";
import { maskNumbers } from "../../../http/privacy.ts";
import { triggerText } from "../../automation/index.ts";
import { customerActor } from "../links/steps.ts";
import type { OrderRow } from "./repository.ts";

type Shown = ReplyOf<(typeof formStreamApi)["find"]>["order"];
type Entry = ReplyOf<(typeof formStreamApi)["history"]>[number];

type Names = ReadonlyMap<string, string>;

/** Whose names a list of orders needs. */
export const peopleOf = (rows: readonly Pick<OrderRow, "holder" | "creator">[]): readonly string[] => [
  ...new Set(rows.flatMap(({ holder, creator }) => [holder, creator]).filter((id) => id !== "")),
];

/** hide: numbers that somebody typed into a title. */
export const presentOrder = (row: OrderRow & { readonly flowName: string }, names: Names, hide: boolean): Shown => ({
  id: row.id,
  workCode: row.workCode,
  title: hide ? maskNumbers(row.title) : row.title,
  formId: row.formId,
  recordId: row.recordId,
  flowId: row.flowId,
  flowName: row.flowName,
  flowVersion: row.flowVersion,
  state: row.state,
  phase: row.body.phase.kind,
  statusId: row.body.status ?? "",
  statusName: row.statusName,
  nodeId: row.nodeId,
  nodeName: row.nodeName,
  holder: row.holder,
  holderName: names.get(row.holder) ?? "",
  creator: row.creator,
  creatorName: row.creator === "" ? "系统" : (names.get(row.creator) ?? ""),
  groupId: row.groupId,
  priority: row.priority as OrderPriority,
  seq: row.seq,
  urges: row.body.urges,
  upgrades: row.body.upgrades,
  parentId: row.parentId,
  dueTime: row.dueAt ? formatTime(row.dueAt) : "",
  overdueTime: row.overdueAt ? formatTime(row.overdueAt) : "",
  createTime: formatTime(row.createdAt),
  updateTime: formatTime(row.updatedAt),
});

interface StoredEntry {
  readonly seq: number;
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const isKnown = (type: string): type is OrderEventType => Object.hasOwn(orderEvents, type);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Nobody did it: a trigger, by its name, or the system; a customer has none that the order knows. */
const doer = ({ actor, data }: StoredEntry, names: Names): string => {
  if (actor === customerActor) return "客户（链接）";
  if (actor !== "") return names.get(actor) ?? actor;
  return typeof data["trigger"] === "string" ? triggerText(data["trigger"]) : "系统";
};

const shownData = ({ after: _, ...data }: StoredEntry["data"], hide: boolean): StoredEntry["data"] =>
  hide && text(data["text"]) !== "" ? { ...data, text: maskNumbers(text(data["text"])) } : data;

export const presentEntry = (entry: StoredEntry, names: Names, hide: boolean): Entry => ({
  seq: entry.seq,
  event: isKnown(entry.type) ? (codeOf(entry.type) ?? null) : null,
  historyKind: isKnown(entry.type) ? (historyKindOf(entry.type) ?? null) : null,
  type: entry.type,
  name: isKnown(entry.type) ? orderEvents[entry.type].name : entry.type,
  by: entry.actor,
  byName: doer(entry, names),
  time: formatTime(entry.at),
  text: hide ? maskNumbers(text(entry.data["text"])) : text(entry.data["text"]),
  from: text(entry.data["from"]),
  to: text(entry.data["to"]),
  fromName: names.get(text(entry.data["from"])) ?? "",
  toName: names.get(text(entry.data["to"])) ?? "",
  data: shownData(entry.data, hide),
});
