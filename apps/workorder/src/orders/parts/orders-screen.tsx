import { Button, Flex, HStack, NativeSelect } from "@chakra-ui/react";
import { isAdministrator } from "@liantai/api/contract";
import { selectUser, useMayPress, useSelector, type RootState } from "@liantai/api/client";
import { mostCounted, orderScopes, type OrderScope } from "@liantai/api/contract/work-orders";
import { recordSheetApi, type RecordSource } from "@liantai/api/contract/workorder";
import type { CompiledForm } from "@liantai/api/forms";
import { FailureState, LoadingState } from "@liantai/ui";
import { ExportButton, ResourceScreen, useResourceList, type ListSource } from "@liantai/ui/resource";
import { useMemo, useState, type ReactNode } from "react";
import type { AnyObjectSchema } from "yup";
import { useImported } from "../../parts/use-imported.ts";
import { useForm, useFormChoice } from "../../records/parts/forms.ts";
import type { Asked, Filters } from "../../records/parts/question.ts";
import { useSocketId } from "../../records/parts/socket-id.ts";
import { useStepping } from "../../records/parts/stepping.ts";
import { optionsOf, useTags } from "../../records/parts/tags.tsx";
import { orderColumns } from "./columns.tsx";
import { delegating } from "./delegates.tsx";
import { OrderSheets, useOrderSheet, type AskedOrder } from "./sheets.tsx";
import { useListActions } from "./list-actions.tsx";
import { useOrdersChanged } from "./live.ts";
import { counts, orders, sheets, type OrderLine } from "./queries.ts";
import { OrderQuery } from "./query-fields.tsx";
import { orderQuestion, type OrderQuestion } from "./question.ts";
import { useOrderViews } from "./saved-views.tsx";
import { countingOf } from "./states-drawer.tsx";

export interface OrdersScreenProps {
  /** Path of the screen. */
  readonly page: string;
  /** Orders of this source alone. */
  readonly source?: RecordSource;
  /** The order that the tab was opened for. */
  readonly asked?: AskedOrder;
}

function useSource(question: OrderQuestion): ListSource<OrderLine> {
  return useMemo(() => {
    const sorting: AnyObjectSchema = orders.list.contract.body!.pick(["sortBy", "sortOrder"]);
    return {
      contract: { body: question.schema.concat(sorting), reply: orders.list.contract.reply! },
      useQuery: ({ body }: { readonly body: Asked }, options) => {
        const { pageNo, pageSize, sortBy, sortOrder } = body;
        const page = { pageNo, pageSize, ...(sortBy && { sortBy, sortOrder }) };
        return orders.list.useQuery({ body: { ...question.body(body), ...page } }, options);
      },
    };
  }, [question]);
}

const numberText = (n: number | undefined): string =>
  n === undefined ? "" : n >= mostCounted ? ` ${mostCounted - 1}+` : ` ${n}`;

/** Whose orders are shown; how many wait in hand and in the pool. */
function Scopes({ now, onChange }: { readonly now: string; readonly onChange: (scope: OrderScope) => void }) {
  const { data, refetch } = counts.counts.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  useOrdersChanged(() => void refetch());
  // An administrator has no seat group.
  const grouped = useSelector((state: RootState) => !isAdministrator(selectUser(state)));
  const waiting: Partial<Record<OrderScope, number | undefined>> = { mine: data?.mine, pool: data?.pool };
  return (
    <HStack role="group" aria-label="范围" gap="1" wrap="wrap">
      {(Object.keys(orderScopes) as OrderScope[])
        .filter((scope) => scope !== "group" || grouped)
        .map((scope) => (
          <Button
            key={scope}
            size="xs"
            variant={scope === now ? "solid" : "ghost"}
            aria-pressed={scope === now}
            onClick={() => onChange(scope)}
          >
            {orderScopes[scope]}
            {scope in waiting && numberText(waiting[scope])}
          </Button>
        ))}
    </HStack>
  );
}

/** Of the chosen orders, over all pages that were seen. */
function useChosen(rows: readonly OrderLine[] | undefined, selected: ReadonlySet<string>): readonly OrderLine[] {
  const [known, setKnown] = useState<ReadonlyMap<string, OrderLine>>(new Map());
  // Moved to another version of its flow meanwhile, it has other nodes.
  const fresh = rows?.some((row) => known.get(row.id)?.flowVersion !== row.flowVersion);
  if (rows && fresh) setKnown(new Map([...known, ...rows.map((row) => [row.id, row] as const)]));
  return useMemo(() => [...selected].flatMap((id) => known.get(id) ?? []), [selected, known]);
}

interface OpenedProps extends OrdersScreenProps {
  readonly form: CompiledForm | undefined;
  readonly choice: ReactNode;
}

function Opened({ page, source, asked, form, choice }: OpenedProps) {
  const [question] = useState(() => orderQuestion(form, source));
  const resource = useResourceList<OrderLine, Filters>({
    id: `orders.${source ?? "all"}.${form?.formId ?? ""}`,
    endpoint: useSource(question),
    filterSchema: question.schema,
    defaults: question.defaults,
  });
  useOrdersChanged(resource.refetch);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const sheet = useOrderSheet(asked);
  const chosen = useChosen(resource.list.rows, selected);
  const tags = useTags(form?.formId);
  const { bar, rows } = useListActions({
    ...{ page, selected, chosen, tags, form, open: sheet.open },
    clear: () => setSelected(new Set()),
  });
  const all = useMemo(() => orderColumns(form, tags.length > 0), [form, tags.length]);
  // A screen of one source is a question of its own.
  const views = useOrderViews({ form: source === undefined ? form : undefined, question, resource, columns: all });
  const opened = sheet.sheet.kind === "order" ? sheet.sheet.id : undefined;
  const stepping = useStepping(resource, opened, (id) => sheet.open({ kind: "order", id }));
  const exports = useMayPress("/workorderinformation")("formStream.export");
  const shown = question.body(resource.question as Filters);
  const socket = useSocketId();
  const { scope } = resource.filters;
  useImported("order", recordSheetApi.importSave);
  return (
    <Flex direction="column" h="full" minH="0">
      <Flex px="3" pt="2" gap="3" justify="space-between" wrap="wrap">
        <Scopes
          now={typeof scope === "string" ? scope : ""}
          onChange={(next) => resource.onQuery({ ...resource.filters, scope: next })}
        />
        {choice}
      </Flex>
      {views.strip}
      <Flex direction="column" flex="1" minH="0">
        <ResourceScreen
          label="工单"
          columns={views.columns}
          rowId={(row) => row.id}
          resource={views.resource}
          filterSchema={question.schema}
          defaults={() => ({ ...question.defaults(), ...(scope !== undefined && { scope }) })}
          query={
            <OrderQuery
              asked={question.asked}
              formId={form?.formId}
              fixed={source !== undefined}
              tags={optionsOf(tags)}
            />
          }
          empty={{ title: "没有符合条件的工单" }}
          actions={[
            ...bar,
            countingOf({ question: shown, mayExport: exports }),
            ...(source === undefined ? [delegating] : []),
          ]}
          rowActions={rows}
          selection={{ selected, onChange: setSelected }}
          toolbar={exports && <ExportButton endpoint={sheets.export} body={{ ...shown, ...socket }} />}
        >
          <OrderSheets sheet={sheet} formId={form?.formId} refetch={resource.refetch} stepping={stepping} />
        </ResourceScreen>
      </Flex>
    </Flex>
  );
}

/** The list by the columns of one form, or of every form by what all orders have. */
export function OrdersScreen(props: OrdersScreenProps) {
  const choice = useFormChoice("workOrder", "all");
  const { form, error, retry } = useForm(choice.formId);
  const failure = choice.error ?? error;
  if (failure) return <FailureState error={failure} onRetry={choice.error ? choice.retry : retry} />;
  if (!choice.forms || (choice.formId !== undefined && !form)) return <LoadingState />;
  const forms = (
    <NativeSelect.Root size="xs" width="180px">
      <NativeSelect.Field
        aria-label="表单"
        value={choice.formId ?? ""}
        onChange={(event) => choice.choose(event.currentTarget.value)}
      >
        <option value="">全部表单</option>
        {choice.forms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
  return (
    <Opened
      key={form ? `${form.formId} ${form.version}` : ""}
      {...props}
      form={form}
      choice={choice.forms.length > 0 && forms}
    />
  );
}
