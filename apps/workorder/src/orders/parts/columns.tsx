/** Columns of lists of orders: what every order has, and what its form asks to be shown. */
import { orderPriorities } from "@liantai/api/contract/work-orders";
import { recordSources } from "@liantai/api/contract/workorder";
import type { CompiledForm } from "@liantai/api/forms";
import type { Column } from "@liantai/ui";
import { formColumns } from "../../records/parts/columns.tsx";
import { TagBadges, tagNames } from "../../records/parts/tags.tsx";
import { leftText, pressing, TargetLeft } from "./targets.tsx";
import type { OrderLine } from "./queries.ts";
import { codeText, Due, dueText, personText, Priority, StateBadge, stateText } from "./words.tsx";

/** px of the form's own columns in a list of a screen of 1280. */
const room = 110;

const shown = (form: CompiledForm | undefined): readonly Column<OrderLine>[] =>
  form ? formColumns<OrderLine>(form, room, ["workCode", "workName"]) : [];

/** `tagged`: the form has tags. */
export const orderColumns = (form: CompiledForm | undefined, tagged = false): readonly Column<OrderLine>[] => [
  { id: "workCode", title: "工单编号", width: 156, value: codeText },
  { id: "title", title: "标题", width: 108, value: (o) => o.title },
  ...shown(form),
  { id: "flowName", title: "流程", width: 100, value: (o) => o.flowName, optional: true },
  // What the form asks to be shown has its place.
  { id: "nodeName", title: "当前节点", width: 84, value: (o) => o.nodeName, optional: form !== undefined },
  {
    id: "phase",
    title: "状态",
    width: 104,
    value: stateText,
    cell: (o) => <StateBadge order={o} />,
  },
  { id: "holder", title: "处理人", width: 84, value: (o) => personText(o.holder, o.holderName) },
  {
    id: "priority",
    title: "优先级",
    width: 80,
    value: (o) => orderPriorities[o.priority],
    cell: (o) => <Priority priority={o.priority} />,
    sortBy: "priority",
  },
  {
    id: "due",
    title: "到期",
    width: 108,
    value: (o) => dueText(o, Date.now()),
    cell: (o) => <Due order={o} />,
    sortBy: "dueTime",
  },
  {
    id: "targets",
    title: "服务目标",
    width: 132,
    value: (o) => {
      const target = pressing(o);
      return target ? `${target.name} ${leftText(target, Date.now())}` : "";
    },
    cell: (o) => <TargetLeft order={o} />,
  },
  {
    ...{ id: "tags", title: "标签", width: 100, value: (o) => tagNames(o.tags), unsorted: true },
    cell: (o) => <TagBadges tags={o.tags} />,
    ...(!tagged && { optional: true }),
  },
  { id: "creator", title: "创建人", width: 90, value: (o) => personText(o.creator, o.creatorName), optional: true },
  { id: "source", title: "来源", width: 88, value: (o) => recordSources[o.source], optional: true },
  { id: "urges", title: "催办次数", width: 80, value: (o) => String(o.urges), optional: true },
  { id: "createTime", title: "创建时间", width: 156, value: (o) => o.createTime, sortBy: "createTime", optional: true },
  { id: "updateTime", title: "更新时间", width: 156, value: (o) => o.updateTime, sortBy: "updateTime", optional: true },
];
