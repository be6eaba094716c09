/** The records of a form as a screen: which form, its query bar, list, sheets, import and export. */
import { Box, Flex, NativeSelect } from "@chakra-ui/react";
import { holdsNumber, phoneFieldOf, type CompiledForm } from "@liantai/api/forms";
import { duplicateChoices, recordSheetApi } from "@liantai/api/contract/workorder";
import { useImports } from "@liantai/bus/react";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { ExportButton, ImportDialog, ResourceScreen, useResourceList, type ListSource } from "@liantai/ui/resource";
import { useCallback, useMemo, useState } from "react";
import type { AnyObjectSchema } from "yup";
import { useImported } from "../../parts/use-imported.ts";
import { DuplicatesDrawer } from "../duplicates/drawer.tsx";
import { MergeDrawer } from "../duplicates/merge-dialog.tsx";
import { useAskedRecord, useToRecord, type ToRecord } from "./asked-record.ts";
import { buttonsOf, columnsOf } from "./columns.tsx";
import { useActionsOf, type RecordsScreenProps, type Sheet } from "./list-actions.tsx";
import { useForm, useFormChoice, useRoleRender } from "./forms.ts";
import { countingOf } from "./options-drawer.tsx";
import { usePool } from "./pool.tsx";
import { records, sheets, type RecordRow } from "./queries.ts";
import { QueryFields } from "./query-fields.tsx";
import {
  type Asked,
  askedFields,
  questionOf,
  defaultsOf,
  filterSchemaOf,
  filtersOf,
  type Filters,
} from "./question.ts";
import { RecordDetail } from "./record-detail.tsx";
import { EditRecord, NewRecord } from "./record-form.tsx";
import { RecycleBin } from "./recycle-bin.tsx";
import { useShownView } from "./shown-view.ts";
import { useSocketId } from "./socket-id.ts";
import { useStepping, type Stepping } from "./stepping.ts";
import { optionsOf, TagManager, useTags } from "./tags.tsx";
import { useToTask } from "./to-task.tsx";
import { RecordTotal } from "./total.tsx";
import { ViewStrip } from "./views.tsx";

/** The endpoint of the list, asked in the words of the form. */
function useSource(form: CompiledForm): ListSource<RecordRow> {
  return useMemo(() => {
    const asked = askedFields(form);
    const sorting: AnyObjectSchema = records.list.contract.body!.pick(["sortBy", "sortOrder"]);
    return {
      contract: { body: filterSchemaOf(asked).concat(sorting), reply: records.list.contract.reply! },
      useQuery: ({ body }: { readonly body: Asked }, options) => {
        const { pageNo, pageSize, sortBy, sortOrder } = body;
        const page = { pageNo, pageSize, ...(sortBy && { sortBy, sortOrder }) };
        return records.list.useQuery({ body: { ...questionOf(form, asked, body), ...page } }, options);
      },
    };
  }, [form]);
}

interface OpenedProps extends RecordsScreenProps {
  readonly form: CompiledForm;
  readonly choice: React.ReactNode;
  readonly to?: ToRecord;
}

interface ImportProps extends Pick<OpenedProps, "form" | "noun"> {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Every row is looked at first; what may be saved is saved by the check's token. */
function ImportRecords({ form, noun, ...rest }: ImportProps) {
  return (
    <ImportDialog
      open
      title={`导入${noun}`}
      kind="form"
      useEvents={useImports}
      template={sheets.importTemplate}
      templateQuery={{ formId: form.formId }}
      templateName={`${form.definition.name}导入模板.xlsx`}
      check={{ kind: "formCheck", endpoint: sheets.importCheck }}
      endpoint={sheets.importSave}
      duplicates={duplicateChoices}
      fields={{ formId: form.formId, ...useSocketId() }}
      failed={sheets.importFailed}
      {...rest}
    />
  );
}

function Sheets({
  sheet,
  form,
  noun,
  source,
  open,
  refetch,
  stepping,
  mayMerge,
  maySet,
  onMerged,
}: OpenedProps & {
  readonly mayMerge: boolean;
  readonly maySet: boolean;
  readonly onMerged: () => void;
  readonly stepping: Stepping;
  readonly sheet: Sheet | undefined;
  readonly open: (sheet: Sheet | undefined) => void;
  readonly refetch: () => void;
}) {
  const close = () => open(undefined);
  const merged = () => {
    close();
    onMerged();
  };
  switch (sheet?.kind) {
    case "new":
      return <NewRecord form={form} noun={noun} onClose={close} {...(source && { source })} />;
    case "detail":
      return (
        <RecordDetail
          id={sheet.id}
          noun={noun}
          stepping={stepping}
          onClose={close}
          onEdit={() => open({ kind: "edit", id: sheet.id })}
        />
      );
    case "edit":
      return <EditRecord id={sheet.id} noun={noun} onClose={close} />;
    case "bin":
      return <RecycleBin form={form} noun={noun} onClose={close} />;
    case "tags":
      return <TagManager formId={form.formId} onClose={close} />;
    case "duplicates":
      return (
        <DuplicatesDrawer {...{ noun, mayMerge, maySet }} formId={form.formId} onClose={close} onChanged={refetch} />
      );
    case "merge":
      return <MergeDrawer ids={sheet.ids} noun={noun} onClose={close} onDone={merged} />;
    case "import":
      return <ImportRecords form={form} noun={noun} onClose={close} onDone={refetch} />;
    case undefined:
      return null;
  }
}

function Opened(props: OpenedProps) {
  const { form, formType, noun, source, choice } = props;
  const [own] = useState(() => {
    const asked = askedFields(form);
    return { asked, schema: filterSchemaOf(asked), defaults: defaultsOf(asked, source ?? "") };
  });
  const resource = useResourceList<RecordRow, Filters>({
    id: `records.${formType}.${form.formId}`,
    endpoint: useSource(form),
    filterSchema: own.schema,
    defaults: own.defaults,
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [sheet, open] = useState<Sheet>();
  const socket = useSocketId();
  const [tags, pool] = [useTags(form.formId), usePool(form.formId)];
  const clear = () => setSelected(new Set());
  const { bar, rows, mayExport, mayChoose, may } = useActionsOf(props, form, { tags, pool }, selected, clear, open);
  const inRow = buttonsOf(rows);
  const all = useMemo(() => columnsOf(form, tags.length > 0, inRow), [form, tags.length, inRow]);
  const question = questionOf(form, own.asked, resource.question as Filters);
  const [number, role] = [phoneFieldOf(form), useRoleRender(form.formId)];
  // One of them that the role does not see would be found by it.
  const veiled = form.fields.some(({ name, content }) => holdsNumber(content) && role[name]?.hidden === true);
  const mayDial = mayExport && number !== undefined;
  const toTask = useToTask({ form, noun, question, total: resource.total, selected, may: mayDial });
  const shown = useShownView({
    ...{ formId: form.formId, question, resource, columns: all },
    filtersOf: (asked) => (asked ? filtersOf(own.asked, asked, own.defaults()) : own.defaults()),
  });
  useImported("form", recordSheetApi.importSave);
  const openDetail = useCallback((id: string) => open({ kind: "detail", id }), []);
  const stepping = useStepping(resource, sheet?.kind === "detail" ? sheet.id : undefined, openDetail);
  useToRecord(props.to, form.formId, sheet === undefined || sheet.kind === "detail", openDetail);
  return (
    <Flex direction="column" h="full" minH="0">
      <ViewStrip {...shown.strip} formId={form.formId} />
      <Box flex="1" minH="0">
        <ResourceScreen
          label={noun}
          columns={shown.columns}
          rowId={(row) => row.id}
          resource={shown.resource}
          filterSchema={own.schema}
          defaults={own.defaults}
          query={
            <QueryFields
              asked={own.asked}
              fixed={source !== undefined}
              tags={optionsOf(tags)}
              phones={number && !veiled ? `${noun}号码` : undefined}
              pool={pool?.enabled === 1 && may("claim")}
            />
          }
          empty={{ title: `没有符合条件的${noun}` }}
          actions={[...bar, toTask, countingOf({ noun, question, mayExport })]}
          rowActions={rows}
          counted={<RecordTotal question={question} total={resource.total} />}
          {...(mayChoose && { selection: { selected, onChange: setSelected } })}
          toolbar={
            <>
              {mayExport && <ExportButton endpoint={sheets.export} body={{ ...question, ...socket }} />}
              {choice}
            </>
          }
        >
          <Sheets
            {...props}
            {...{ sheet, open, stepping, refetch: resource.refetch, onMerged: clear }}
            mayMerge={may("merge")}
            maySet={may("duplicates")}
          />
        </ResourceScreen>
      </Box>
    </Flex>
  );
}

/** Where an enterprise has several forms of a type. */
function FormChoice({ choice }: { readonly choice: ReturnType<typeof useFormChoice> }) {
  if (!choice.forms || choice.forms.length < 2) return null;
  return (
    <NativeSelect.Root size="xs" width="180px">
      <NativeSelect.Field
        aria-label="表单"
        value={choice.formId ?? ""}
        onChange={(event) => choice.choose(event.currentTarget.value)}
      >
        {choice.forms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

interface OfFormProps extends RecordsScreenProps {
  readonly formId: string;
  /** Beside the list: which form is shown. */
  readonly choice: React.ReactNode;
  readonly to?: ToRecord;
}

/** The records of one form. */
export function RecordsOf({ formId, ...props }: OfFormProps) {
  const { form, error, retry } = useForm(formId);
  if (error && !form) return <FailureState error={error} onRetry={retry} />;
  return form ? <Opened key={`${form.formId} ${form.version}`} {...props} form={form} /> : <LoadingState />;
}

export function RecordsScreen(props: RecordsScreenProps) {
  const choice = useFormChoice(props.formType);
  const [asked, taken] = useAskedRecord();
  const { forms, choose } = choice;
  // A form that is gone has no list to go to.
  const go = (formId: string) => (forms?.some(({ id }) => id === formId) ? choose(formId) : taken());
  if (choice.error && !choice.forms) return <FailureState error={choice.error} onRetry={choice.retry} />;
  if (!choice.forms) return <LoadingState />;
  if (choice.formId === undefined)
    return (
      <EmptyState title={`还没有发布${props.noun}表单`} hint="管理员在“表单管理”中新增并发布后，数据显示在这里。" />
    );
  return (
    <RecordsOf
      {...props}
      formId={choice.formId}
      choice={<FormChoice choice={choice} />}
      to={{ asked, taken, choose: go }}
    />
  );
}
