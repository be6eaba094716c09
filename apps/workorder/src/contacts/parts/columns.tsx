/** The columns of contacts: what each has, and the own fields of the enterprise that are listed. */
import type { CompiledForm } from "@liantai/api/forms";
import { contactColumns } from "@liantai/api/contract/workorder";
import type { Column } from "@liantai/ui";
import { formColumns } from "../../records/parts/columns.tsx";
import type { Contact } from "./queries.ts";

/** px of the own fields in a list of a screen of 1280; more stand in the column choice. */
const room = 300;

export const columnsOf = (form: CompiledForm): readonly Column<Contact>[] => [
  { id: "name", title: contactColumns.name, width: 100, value: (row) => row.name, sortBy: "name" },
  { id: "phone", title: contactColumns.phone, width: 124, value: (row) => row.phone },
  { id: "company", title: contactColumns.company, width: 140, value: (row) => row.company },
  ...formColumns(form, room, Object.keys(contactColumns)).map(({ id, title, width, optional = false, value }) => ({
    ...{ id, title, width, optional },
    value: (row: Contact) => value({ values: row.fields }),
  })),
  { id: "remark", title: contactColumns.remark, width: 120, value: (row) => row.remark, optional: true },
  { id: "createTime", title: "创建时间", width: 160, value: (row) => row.createTime, sortBy: "createTime" },
  { id: "createdBy", title: "创建人", width: 84, value: (row) => row.createdBy, optional: true },
];
