import { notifyDone } from "@liantai/api/client";
import { contactColumns, type ContactValues } from "@liantai/api/contract/workorder";
import type { CompiledForm, FormValues, GivenValues } from "@liantai/api/forms";
import { DynamicForm, serverSources, useDynamicForm } from "@liantai/ui/dynamic";
import { GuardedDrawer, LeaveButton } from "@liantai/ui/resource";
import { useState } from "react";
import { contacts, type Contact } from "./queries.ts";

interface Props {
  readonly form: CompiledForm;
  /** Absent: a new one. */
  readonly row?: Contact;
  readonly onClose: () => void;
}

const isBuiltIn = (name: string): boolean => Object.hasOwn(contactColumns, name);

export const storedOf = ({ name, phone, company, remark, fields }: Contact): FormValues =>
  Object.fromEntries(Object.entries({ name, phone, company, remark, ...fields }).filter(([, value]) => value !== ""));

/** What changes: built-in fields by their names, own ones under `fields`. */
const bodyOf = (given: GivenValues) => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => isBuiltIn(name))),
  fields: Object.fromEntries(Object.entries(given).filter(([name]) => !isBuiltIn(name))) as ContactValues,
});

/** A contact, drawn by the form of the enterprise's contacts. */
export function ContactSheet({ form, row, onClose }: Props) {
  const [add] = contacts.add.useMutation();
  const [update] = contacts.update.useMutation();
  const [sources] = useState(() => serverSources());
  const store = useDynamicForm({ form, sources, ...(row && { stored: storedOf(row) }) });
  const title = `${row ? "编辑" : "新增"}联系人`;
  const save = async (given: GivenValues) => {
    // The form has looked at them; the contract looks once more.
    const body = { name: row?.name ?? "", ...bodyOf(given) } as Parameters<typeof add>[0]["body"];
    if (row) await update({ body: { ...body, id: row.id } }).unwrap();
    else await add({ body }).unwrap();
    notifyDone("联系人", row ? "保存" : "新增");
    onClose();
  };
  return (
    <GuardedDrawer open title={title} width="620px" onClose={onClose}>
      <DynamicForm store={store} label={title} onSubmit={save} footer={<LeaveButton />} />
    </GuardedDrawer>
  );
}
