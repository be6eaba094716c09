/** The records of a form as a screen: which form, its query bar, list, sheets, import and export. */
import { NativeSelect } from "@chakra-ui/react";
import { selectTelephony, useMayPress, useSelector, type RootState } from "@liantai/api/client";
import { recordButton, type RecordSource, type RecordVerb } from "@liantai/api/contract/workorder";
import type { CompiledForm, FormType } from "@liantai/api/forms";
import { useImports } from "@liantai/bus/react";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import {
  ExportButton,
  ImportDialog,
  ResourceScreen,
  useResourceList,
  type Action,
  type ListSource,
} from "@liantai/ui/resource";
import { ArchiveRestore, Trash2, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import type { AnyObjectSchema } from "yup";
import { columnsOf } from "./columns.tsx";
import { useForm, useFormChoice } from "./forms.ts";
import { records, sheets, type RecordRow } from "./queries.ts";
import { QueryFields } from "./query-fields.tsx";
import { askedFields, questionOf, defaultsOf, filterSchemaOf, titleOf, type Filters } from "./question.ts";
import { RecordDetail } from "./record-detail.tsx";
import { EditRecord, NewRecord } from "./record-form.tsx";
import { RecycleBin } from "./recycle-bin.tsx";

export interface RecordsScreenProps {
  /** Path of the screen: its buttons hang there. */
  readonly page: string;
  readonly formType: FormType;
  /** One of it, as people call it. */
  readonly noun: string;
  /** Records of this source alone, which nobody adds by hand. */
  readonly source?: RecordSource;
}

type Sheet = { readonly kind: "new" | "bin" | "import" } | { readonly kind: "detail" | "edit"; readonly id: string };

/** The endpoint of the list, asked in the words of the form. */
function useSource(form: CompiledForm): ListSource<RecordRow> {
  return useMemo(() => {
    const asked = askedFields(form);
    const sorting: AnyObjectSchema = records.list.contract.body!.pick(["sortBy", "sortOrder"]);
    return {
      contract: { body: filterSchemaOf(asked).concat(sorting), reply: records.list.contract.reply! },
      useQuery: ({ body }: { readonly body: Filters }, options) => {
        const { pageNo, pageSize, sortBy, sortOrder } = body;
        const page = { pageNo, pageSize, ...(sortBy && { sortBy, sortOrder }) };
        return records.list.useQuery({ body: { ...questionOf(form, asked, body), ...page } as never }, options);
      },
    };
  }, [form]);
}

function useActionsOf(
  { page, formType, noun, source }: RecordsScreenProps,
  form: CompiledForm,
  selected: ReadonlySet<string>,
  clear: () => void,
  open: (sheet: Sheet) => void,
) {
  const press = useMayPress(page);
  const may = (verb: RecordVerb) => press(recordButton(formType, verb));
  const [remove] = records.delete.useMutation();
  const [push] = records.push.useMutation();
  const removing = (ids: readonly string[]) =>
    remove({ body: { ids: [...ids] } })
      .unwrap()
      .then(clear);
  const count = selected.size;
  const deletion = "可以在回收站中还原。";
  const bar: readonly Action[] = [
    { label: "新增", may: may("add") && source === undefined, adds: true, run: () => open({ kind: "new" }) },
    {
      label: "导入",
      may: may("import") && source === undefined,
      icon: <Upload aria-hidden />,
      run: () => open({ kind: "import" }),
    },
    {
      label: "删除",
      may: may("delete"),
      danger: true,
      icon: <Trash2 aria-hidden />,
      disabled: count === 0,
      confirm: () => ({ title: `删除${noun}`, text: `确定要删除选中的 ${count} 项吗？${deletion}` }),
      run: () => removing([...selected]),
      done: [noun, "删除", { count }],
    },
    {
      label: "推送",
      may: may("push"),
      disabled: count === 0,
      confirm: () => ({ title: `推送${noun}`, text: `确定要把选中的 ${count} 项推送到外部接口吗？` }),
      run: () => push({ body: { ids: [...selected] } }).unwrap(),
      done: [noun, "推送", { count }],
    },
    { label: "回收站", may: may("delete"), icon: <ArchiveRestore aria-hidden />, run: () => open({ kind: "bin" }) },
  ];
  const rows: readonly Action<RecordRow>[] = [
    { label: "详情", run: ({ id }) => open({ kind: "detail", id }) },
    { label: "编辑", may: may("update"), run: ({ id }) => open({ kind: "edit", id }) },
    {
      label: "删除",
      may: may("delete"),
      danger: true,
      confirm: ({ values }) => ({
        title: `删除${noun}`,
        text: `确定要删除“${titleOf(form, values)}”吗？${deletion}`,
      }),
      run: ({ id }) => removing([id]),
      done: [noun, "删除"],
    },
  ];
  return { bar, rows, mayExport: may("export"), mayDelete: may("delete") };
}

interface OpenedProps extends RecordsScreenProps {
  readonly form: CompiledForm;
  readonly choice: React.ReactNode;
}

/** The page's socket, for the jobs that it begins. */
function useSocketId(): { readonly socketId?: string } {
  const socketId = useSelector((state: RootState) => selectTelephony(state).socketId);
  return socketId ? { socketId } : {};
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
}: OpenedProps & {
  readonly sheet: Sheet | undefined;
  readonly open: (sheet: Sheet | undefined) => void;
  readonly refetch: () => void;
}) {
  const close = () => open(undefined);
  switch (sheet?.kind) {
    case "new":
      return <NewRecord form={form} noun={noun} onClose={close} {...(source && { source })} />;
    case "detail":
      return (
        <RecordDetail id={sheet.id} noun={noun} onClose={close} onEdit={() => open({ kind: "edit", id: sheet.id })} />
      );
    case "edit":
      return <EditRecord id={sheet.id} noun={noun} onClose={close} />;
    case "bin":
      return <RecycleBin form={form} noun={noun} onClose={close} />;
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
  const { bar, rows, mayExport, mayDelete } = useActionsOf(props, form, selected, () => setSelected(new Set()), open);
  const columns = useMemo(() => columnsOf(form), [form]);
  return (
    <ResourceScreen
      label={noun}
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={own.schema}
      defaults={own.defaults}
      query={<QueryFields asked={own.asked} fixed={source !== undefined} />}
      empty={{ title: `没有符合条件的${noun}` }}
      actions={bar}
      rowActions={rows}
      {...(mayDelete && { selection: { selected, onChange: setSelected } })}
      toolbar={
        <>
          {mayExport && (
            <ExportButton
              endpoint={sheets.export}
              body={{ ...questionOf(form, own.asked, resource.question as Filters), ...socket }}
            />
          )}
          {choice}
        </>
      }
    >
      <Sheets {...props} sheet={sheet} open={open} refetch={resource.refetch} />
    </ResourceScreen>
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

export function RecordsScreen(props: RecordsScreenProps) {
  const choice = useFormChoice(props.formType);
  const { form, error, retry } = useForm(choice.formId);
  const failure = choice.error ?? error;
  if (failure) return <FailureState error={failure} onRetry={choice.error ? choice.retry : retry} />;
  if (choice.forms && choice.formId === undefined)
    return (
      <EmptyState title={`还没有发布${props.noun}表单`} hint="管理员在“表单管理”中新建并发布后，数据显示在这里。" />
    );
  if (!form) return <LoadingState />;
  return (
    <Opened key={`${form.formId} ${form.version}`} {...props} form={form} choice={<FormChoice choice={choice} />} />
  );
}
