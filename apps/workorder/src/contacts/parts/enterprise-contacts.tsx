/** 企业联系人: contacts with the own fields of the enterprise, by the form that their records are of. */
import { useMayPress } from "@liantai/api/client";
import {
  contacterDataApi,
  contactFormId,
  hasVerb,
  recordButton,
  type RecordVerb,
} from "@liantai/api/contract/workorder";
import type { CompiledForm } from "@liantai/api/forms";
import { useImports } from "@liantai/bus/react";
import { FailureState, LoadingState } from "@liantai/ui";
import {
  ExportButton,
  ImportDialog,
  ResourceScreen,
  TextField,
  useResourceList,
  type Action,
} from "@liantai/ui/resource";
import { Settings2 } from "lucide-react";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useImported } from "../../parts/use-imported.ts";
import { useToRecord, type ToRecord } from "../../records/parts/asked-record.ts";
import { useCommonActions } from "../../records/parts/common-actions.tsx";
import { useForm } from "../../records/parts/forms.ts";
import { RecycleBin } from "../../records/parts/recycle-bin.tsx";
import { useSocketId } from "../../records/parts/socket-id.ts";
import { columnsOf } from "./columns.tsx";
import { AskedContact, ContactDetail } from "./contact-detail.tsx";
import { ContactSheet } from "./contact-sheet.tsx";
import { FieldSettings } from "./field-settings.tsx";
import { contacts, dial, type Contact } from "./queries.ts";

const noun = "联系人";
const filterSchema = contacterDataApi.list.body!.pick(["name", "phone", "keyword"]);
const defaults = () => ({ name: "", phone: "", keyword: "" });

type Sheet =
  | { readonly kind: "new" | "bin" | "import" | "fields" }
  | { readonly kind: "edit" | "detail"; readonly row: Contact }
  | { readonly kind: "asked"; readonly id: string };

function useContactActions(selected: ReadonlySet<string>, clear: () => void, open: (sheet: Sheet) => void) {
  const press = useMayPress("/addresslist");
  const may = (verb: RecordVerb) => hasVerb("contact", verb) && press(recordButton("contact", verb));
  const [remove] = contacts.delete.useMutation();
  const { importing, withSelected, bin, removing } = useCommonActions({
    ...{ noun, may, selected, clear, open },
    remove: (ids) => remove({ body: { ids: [...ids] } }).unwrap(),
  });
  const sets = ["add", "update", "delete"].some((verb) => press(`contacterConf.${verb}`));
  const bar: readonly Action[] = [
    { label: "新增", may: may("add"), adds: true, run: () => open({ kind: "new" }) },
    importing,
    ...withSelected,
    bin,
    { label: "字段设置", may: sets, icon: <Settings2 aria-hidden />, run: () => open({ kind: "fields" }) },
  ];
  const rows: readonly Action<Contact>[] = [
    { label: "呼叫", main: true, shown: ({ dialRef }) => dialRef !== "", run: dial },
    { label: "详情", run: (row) => open({ kind: "detail", row }) },
    { label: "编辑", may: may("update"), run: (row) => open({ kind: "edit", row }) },
    removing(({ name }) => name),
  ];
  return { bar, rows, updates: may("update"), selects: may("delete") || may("push"), exports: may("export") };
}

/** Every row is looked at first; what may be saved is saved by the check's token. */
function ImportContacts(rest: { readonly onClose: () => void; readonly onDone: () => void }) {
  return (
    <ImportDialog
      open
      title={`导入${noun}`}
      kind="contact"
      useEvents={useImports}
      template={contacts.importTemplate}
      templateName={`${noun}导入模板.xlsx`}
      check={{ kind: "contactCheck", endpoint: contacts.importCheck }}
      endpoint={contacts.importSave}
      fields={useSocketId()}
      failed={contacts.failed}
      {...rest}
    />
  );
}

interface SheetsProps {
  readonly form: CompiledForm;
  readonly sheet: Sheet | undefined;
  /** Absent: nobody may change one. */
  readonly onEdit: ((row: Contact) => void) | undefined;
  readonly onClose: () => void;
  readonly refetch: () => void;
}

function Sheets({ form, sheet, onEdit, onClose, refetch }: SheetsProps) {
  switch (sheet?.kind) {
    case "new":
      return <ContactSheet form={form} onClose={onClose} />;
    case "edit":
      return <ContactSheet form={form} row={sheet.row} onClose={onClose} />;
    case "detail": {
      const { row } = sheet;
      return <ContactDetail {...{ form, row, onClose }} onEdit={onEdit && (() => onEdit(row))} />;
    }
    case "asked":
      return <AskedContact key={sheet.id} id={sheet.id} {...{ form, onEdit, onClose }} />;
    case "fields":
      return <FieldSettings onClose={onClose} />;
    case "bin":
      return (
        <RecycleBin
          form={form}
          noun={noun}
          onClose={() => {
            refetch();
            onClose();
          }}
        />
      );
    case "import":
      return <ImportContacts onClose={onClose} onDone={refetch} />;
    case undefined:
      return null;
  }
}

interface OpenedProps {
  readonly form: CompiledForm;
  readonly views: ReactNode;
  readonly to: ToRecord;
}

function Opened({ form, views, to }: OpenedProps) {
  const resource = useResourceList<Contact, ReturnType<typeof defaults>>({
    id: "addresslist",
    endpoint: contacts.list,
    filterSchema,
    defaults,
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [sheet, open] = useState<Sheet>();
  const { bar, rows, updates, selects, exports } = useContactActions(selected, () => setSelected(new Set()), open);
  const columns = useMemo(() => columnsOf(form), [form]);
  useImported("contact", contacterDataApi.importSave);
  const socket = useSocketId();
  const isFree = sheet === undefined || sheet.kind === "detail" || sheet.kind === "asked";
  const openAsked = useCallback((id: string) => open({ kind: "asked", id }), []);
  useToRecord(to, contactFormId, isFree, openAsked);
  return (
    <ResourceScreen
      label={noun}
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      query={
        <>
          <TextField name="name" label="姓名" width="120px" />
          <TextField name="phone" label="电话" width="130px" />
          <TextField name="keyword" label="关键字" width="180px" placeholder="公司和可查询的字段" />
        </>
      }
      empty={{ title: `没有符合条件的${noun}` }}
      actions={bar}
      rowActions={rows}
      {...(selects && { selection: { selected, onChange: setSelected } })}
      toolbar={
        <>
          {exports && <ExportButton endpoint={contacts.export} body={{ ...resource.question, ...socket }} />}
          {views}
        </>
      }
    >
      <Sheets
        {...{ form, sheet }}
        onEdit={updates ? (row) => open({ kind: "edit", row }) : undefined}
        onClose={() => open(undefined)}
        refetch={resource.refetch}
      />
    </ResourceScreen>
  );
}

export function EnterpriseContacts(props: Omit<OpenedProps, "form">) {
  const { form, error, retry } = useForm(contactFormId);
  if (error && !form) return <FailureState error={error} onRetry={retry} />;
  return form ? <Opened {...props} form={form} /> : <LoadingState />;
}
