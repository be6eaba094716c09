import { recall, remember, usePageSize, type ListView, type Sort } from "@liantai/ui";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { AnyObjectSchema, Schema } from "yup";
import { asked, fromAddress, toAddress, type Question } from "./address.ts";

/** A list endpoint's hooks (queriesOf): its reply has `list` and `total`. */
export interface ListSource<Row> {
  readonly contract: {
    readonly body?: Schema | undefined;
    readonly reply?: { readonly __outputType: { readonly list: readonly Row[] } };
  };
  useQuery(
    // Filters and `extra` together are what the contract asks for; its types cannot say so of two halves.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    arg: { readonly body: any },
    options: {
      readonly refetchOnMountOrArgChange: true;
      readonly skip: boolean;
      readonly selectFromResult: (state: ListState<Row>) => ListState<Row>;
    },
  ): ListState<Row> & { readonly refetch: () => unknown };
}

interface ListState<Row> {
  readonly data?: { readonly list: readonly Row[]; readonly total: number };
  readonly currentData?: { readonly list: readonly Row[]; readonly total: number };
  readonly isError: boolean;
  readonly error?: unknown;
  readonly isFetching: boolean;
}

/** That a list which is there is asked again is nobody's concern, unless a person asked: nothing is drawn for it. */
const quietly = <Row>({ data, currentData, isError, error, isFetching }: ListState<Row>): ListState<Row> => ({
  data,
  currentData,
  isError,
  error,
  isFetching: isFetching && currentData === undefined,
});
const aloud = <Row>(state: ListState<Row>): ListState<Row> => ({ ...quietly(state), isFetching: state.isFetching });

export interface ResourceListOptions<Row, Filters extends object> {
  /** Under this name page size, sorting and the table's layout are kept. */
  readonly id: string;
  readonly endpoint: ListSource<Row>;
  /** Of the filters only. Read once, like `defaults`. */
  readonly filterSchema: AnyObjectSchema;
  readonly defaults: () => Filters;
  /** What else the body holds, e.g. compId or the chosen group: not in the address. Another one begins at page 1. */
  readonly extra?: object;
  /** Not asked yet, e.g. until an enterprise is chosen: the list is empty. */
  readonly skip?: boolean;
}

export interface ResourceList<Row, Filters extends object> {
  readonly id: string;
  readonly filters: Filters;
  readonly list: ListView<Row>;
  readonly total: number;
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  readonly onQuery: (filters: Filters) => void;
  /** Another question and order at once, e.g. of a saved view. */
  readonly onShow: (filters: Filters, sort: Sort | undefined) => void;
  readonly onPage: (pageNo: number) => void;
  readonly onPageSize: (pageSize: number) => void;
  readonly refetch: () => void;
  /** The body that was asked, without the page: what an export of the same list asks. */
  readonly question: object;
}

const isSort = (value: unknown): value is Sort =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Sort).by === "string" &&
  ["asc", "desc"].includes((value as Sort).order);
const nothing: readonly never[] = [];

/** What the contract does not sort by (any longer) is not asked: neither from the address nor from memory. */
function sortable(contract: ListSource<unknown>["contract"], sort: Sort | undefined): Sort | undefined {
  const field = (contract.body as AnyObjectSchema | undefined)?.fields?.sortBy as Schema | undefined;
  return sort && field?.isValidSync(sort.by) ? sort : undefined;
}

/**
 * A list as a screen has it: the tab's address is the one place of its question, so that reopening or reloading the tab
 * asks it again. Page size and sorting are remembered for the person.
 */
export function useResourceList<Row, Filters extends object>({
  id,
  endpoint,
  filterSchema,
  defaults,
  extra,
  skip = false,
}: ResourceListOptions<Row, Filters>): ResourceList<Row, Filters> {
  const [own] = useState({ schema: filterSchema, defaults });
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const question = useMemo(() => fromAddress(address, own.schema, own.defaults()), [address, own]);
  const [kept, setKept] = useState(() => recall(`sort.${id}`, isSort));
  const sort = useMemo(
    () => sortable(endpoint.contract, question.sort) ?? sortable(endpoint.contract, kept),
    [endpoint, question.sort, kept],
  );
  const [pageSize, setPageSize] = usePageSize(id);
  const ask = (next: Question<Filters>) => setParams(toAddress(next, own.defaults(), address), { replace: true });
  // Another group has other pages.
  const around = JSON.stringify(extra ?? {});
  const [seen, setSeen] = useState(around);
  const [turned, setTurned] = useState(question.pageNo);
  if (seen !== around) {
    setSeen(around);
    setTurned(0);
  }
  const pageNo = turned === 0 ? 1 : question.pageNo;
  const contract = endpoint.contract.body;
  const body = useMemo(
    () => ({
      ...asked(own.schema, question.filters, contract as AnyObjectSchema | undefined),
      ...(sort ? { sortBy: sort.by, sortOrder: sort.order } : {}),
      ...(JSON.parse(around) as object),
    }),
    [own, question.filters, sort, around, contract],
  );
  const [pressed, setPressed] = useState(false);
  const { data, currentData, isError, error, isFetching, refetch } = endpoint.useQuery(
    { body: { ...body, pageNo, pageSize } },
    { refetchOnMountOrArgChange: true, skip, selectFromResult: pressed ? aloud : quietly },
  );
  // The rows of another question are no answer to one that failed.
  const page = isError ? currentData : data;
  // Rows are drawn in slices: a press comes in between, however often the list changes.
  const drawn = useDeferredValue(page);
  // The first come at once: nothing stands there yet.
  const shown = page && (drawn ?? page);
  const again = () => void (skip || refetch());
  const retry = () => {
    if (skip) return;
    setPressed(true);
    void Promise.resolve(refetch()).finally(() => setPressed(false));
  };
  const turn = (next: Question<Filters>) => {
    setTurned(next.pageNo);
    ask(next);
  };
  const sorted = (filters: Filters, next: Sort | undefined) => {
    setKept(next);
    remember(`sort.${id}`, next ?? null);
    turn({ filters, sort: next, pageNo: 1 });
  };
  // The last rows of the last page are gone: the page before has some.
  const pages = Math.max(1, Math.ceil((page?.total ?? 0) / pageSize));
  const beyond =
    !isFetching && !isError && page !== undefined && page.list.length === 0 && page.total > 0 && pageNo > pages;
  const toLast = useRef(() => undefined as void);
  useEffect(() => {
    toLast.current = () => turn({ ...question, pageNo: pages });
  });
  useEffect(() => {
    if (beyond) toLast.current();
  }, [beyond]);
  return {
    id,
    filters: question.filters,
    list: { rows: skip ? nothing : shown?.list, fetching: isFetching, error: isError ? error : undefined, retry },
    total: skip ? 0 : (shown?.total ?? 0),
    pageNo,
    pageSize,
    sort,
    onSort: (next) => sorted(question.filters, next),
    onQuery(filters) {
      const next = { ...question, filters, pageNo: 1 };
      const same = toAddress(next, own.defaults()) === toAddress({ ...question, pageNo }, own.defaults());
      turn(next);
      if (same) retry();
    },
    onShow: sorted,
    onPage: (to) => turn({ ...question, pageNo: to }),
    onPageSize(size) {
      setPageSize(size);
      turn({ ...question, pageNo: 1 });
    },
    refetch: again,
    question: body,
  };
}
