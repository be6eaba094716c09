/** Which saved view of a list is looked at, and the list as it shows it. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { recordViewApi } from "@liantai/api/contract/workorder";
import { usePolling, type Column } from "@liantai/ui";
import type { ResourceList, Sort } from "@liantai/ui/resource";
import { useMemo, useState } from "react";
import type { Filters } from "./question.ts";

export const viewQueries = queriesOf(recordViewApi);
type Views = ReplyOf<typeof recordViewApi.list>;
export type RecordView = Views["views"][number];
export type ViewQuestion = RecordView["question"];

const nothing: Views = { views: [], roles: [] };

/** The form's views, and how many records each has: asked together, again every 10 s while the screen is seen. */
function useViews(formId: string | undefined) {
  const body = { body: { formId: formId ?? "" } };
  const { data = nothing } = viewQueries.list.useQuery(body, { skip: formId === undefined });
  const { data: counts, refetch } = viewQueries.counts.useQuery(body, { skip: data.views.length === 0 });
  const recount = () => void (data.views.length > 0 && refetch());
  usePolling(recount);
  const texts = useMemo(() => new Map(counts?.map(({ id, text }) => [id, text])), [counts]);
  return { ...data, recount, textOf: (id: string) => texts.get(id) ?? "" };
}

/** In one order of keys, whatever way it came. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** What says nothing is left out, so that two questions that ask the same read the same. */
const plain = (question: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(question).filter(
        ([name, value]) => name !== "formId" && value !== "" && !(Array.isArray(value) && value.length === 0),
      ),
    ),
    inOrder,
  );
const sameQuestion = (a: object, b: object): boolean => plain(a) === plain(b);

/** Which view is looked at: the one that was chosen while the list asks what it asks, or another that asks the same. */
function useActiveView(views: readonly RecordView[], question: object) {
  const [chosen, choose] = useState<string>();
  const same = views.filter((view) => sameQuestion(view.question, question));
  return { active: same.find(({ id }) => id === chosen) ?? same[0], choose };
}

const sortOf = ({ sortOrder }: Pick<RecordView, "sortOrder">): Sort | undefined =>
  sortOrder === "asc" || sortOrder === "desc" ? { by: "createTime", order: sortOrder } : undefined;

/** The view's columns in its order; the others wait in the column choice. */
function columnsIn<Row>(view: RecordView | undefined, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  if (!view || view.columns.length === 0) return columns;
  const placed = view.columns.flatMap((id) => columns.filter((column) => column.id === id));
  const rest = columns.filter(({ id }) => !view.columns.includes(id));
  return [
    ...placed.map(({ optional: _, ...column }): Column<Row> => column),
    ...rest.map((column): Column<Row> => ({ ...column, optional: true })),
  ];
}

export type Named = Pick<Column<unknown>, "id" | "title" | "optional">;

/** What stands over the list (ViewStrip). */
export interface Shown {
  readonly views: ReturnType<typeof useViews>;
  readonly active: RecordView | undefined;
  /** Of the list, all that there are. */
  readonly columns: readonly Named[];
  /** What the list is asked now. */
  readonly question: object;
  readonly sort: Sort | undefined;
  /** undefined: the list without a view. */
  readonly onShow: (view: RecordView | undefined) => void;
}

interface ShownBy<Row> {
  /** undefined: there are no views. */
  readonly formId: string | undefined;
  /** What the list is asked now. */
  readonly question: object;
  readonly resource: ResourceList<Row, Filters>;
  /** All that there are. */
  readonly columns: readonly Column<Row>[];
  /** What the query bar shows of a view's question, or without a view. */
  readonly filtersOf: (question: ViewQuestion | undefined) => Filters;
}

export function useShownView<Row>({ formId, question, resource, columns, filtersOf }: ShownBy<Row>) {
  const views = useViews(formId);
  const { active, choose } = useActiveView(views.views, question);
  const onShow = (view: RecordView | undefined) => {
    choose(view?.id);
    resource.onShow(filtersOf(view?.question), view && sortOf(view));
  };
  const strip: Shown = { views, active, question, columns, onShow, sort: resource.sort };
  return {
    strip,
    columns: useMemo(() => columnsIn(active, columns), [active, columns]),
    // Widths and order of columns are remembered for each view by itself.
    resource: active ? { ...resource, id: `${resource.id}.${active.id}.${active.columns.join()}` } : resource,
  };
}
