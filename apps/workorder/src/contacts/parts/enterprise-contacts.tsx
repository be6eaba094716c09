/** 企业联系人: contacts with the own fields of the enterprise, by the form that their records are of. */
import { useMayPress } from "@liantai/api/client";
import { contacterDataApi, contactFormId, recordButton } from "@liantai/api/contract/workorder";
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
import { ArchiveRestore, Settings2, Trash2, Upload } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { useForm } from "../../records/parts/forms.ts";
import { records } from "../../records/parts/queries.ts";
import { RecycleBin } from "../../records/parts/recycle-bin.tsx";
import { useSocketId } from "../../records/parts/socket-id.ts";
import { columnsOf } from "./columns.tsx";
import { ContactDetail } from "./contact-detail.tsx";
import { ContactSheet } from "./contact-sheet.tsx";
import { FieldSettings } from "./field-settings.tsx";
import { contacts, dial, type Contact } from "./queries.ts";

const noun = "联系人";
const filterSchema = contacterDataApi.list.body!.pick(["name", "phone", "keyword"]);
const defaults = () => ({ name: "", phone: "", keyword: "" });

type Sheet =
  { readonly kind: "new" | "bin" | "import" | "fields" } | { readonly kind: "edit" | "detail"; readonly row: Contact };

function useContactActions(selected: ReadonlySet<string>, clear: () => void, open: (sheet: Sheet) => void) {
  const press = useMayPress("/addresslist");
  const [remove] = contacts.delete.useMutation();
  const [push] = records.push.useMutation();
  const removing = (ids: readonly string[]) =>
    remove({ body: { ids: [...ids] } })
      .unwrap()
      .then(clear);
  const deletes = press("contacterData.delete");
  const pushes = press(recordButton("contact", "push"));
  const updates = press("contacterData.update");
  const sets = ["add", "update", "delete"].some((verb) => press(`contacterConf.${verb}`));
  const count = selected.size;
  const deletion = "可以在回收站中还原。";
  const bar: readonly Action[] = [
    { label: "新增", may: press("contacterData.add"), adds: true, run: () => open({ kind: "new" }) },
    {
      label: "导入",
      may: press("contacterData.import"),
      icon: <Upload aria-hidden />,
      run: () => open({ kind: "import" }),
    },
    {
      label: "删除",
      may: deletes,
      danger: true,
      icon: <Trash2 aria-hidden />,
      disabled: count === 0,
      confirm: () => ({ title: `删除${noun}`, text: `确定要删除选中的 ${count} 项吗？${deletion}` }),
      run: () => removing([...selected]),
      done: [noun, "删除", { count }],
    },
    {
      label: "推送",
      may: pushes,
      disabled: count === 0,
      confirm: () => ({ title: `推送${noun}`, text: `确定要把选中的 ${count} 项推送到外部接口吗？` }),
      run: () => push({ body: { ids: [...selected] } }).unwrap(),
      done: [noun, "推送", { count }],
    },
    { label: "回收站", may: deletes, icon: <ArchiveRestore aria-hidden />, run: () => open({ kind: "bin" }) },
    { label: "字段设置", may: sets, icon: <Settings2 aria-hidden />, run: () => open({ kind: "fields" }) },
  ];
  const rows: readonly Action<Contact>[] = [
    { label: "呼叫", main: true, shown: ({ dialRef }) => dialRef !== "", run: dial },
    { label: "详情", run: (row) => open({ kind: "detail", row }) },
    { label: "编辑", may: updates, run: (row) => open({ kind: "edit", row }) },
    {
      label: "删除",
      may: deletes,
      danger: true,
      confirm: ({ name }) => ({ title: `删除${noun}`, text: `确定要删除“${name}”吗？${deletion}` }),
      run: ({ id }) => removing([id]),
      done: [noun, "删除"],
    },
  ];
  return { bar, rows, updates, selects: deletes || pushes, exports: press("contacterData.export") };
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

function Opened({ form, views }: { readonly form: CompiledForm; readonly views: ReactNode }) {
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
  const socket = useSocketId();
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

export function EnterpriseContacts({ views }: { readonly views: ReactNode }) {
  const { form, error, retry } = useForm(contactFormId);
  if (error) return <FailureState error={error} onRetry={retry} />;
  return form ? <Opened form={form} views={views} /> : <LoadingState />;
}
