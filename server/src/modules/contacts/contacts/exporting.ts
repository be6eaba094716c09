/** Contacts as a sheet. */
import { maskPhone, formatTime } from "@liantai/api/contract";
import { contactColumns, contacterDataApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { callerOf, keyset } from "../../files/index.ts";
import { contactsAfter, fieldsOf, type ContactRow } from "../repository.ts";
import { enabledOf, shownValues, valueText } from "../values.ts";
import { type ContactDeps, queryOf } from "./rows.ts";
import type { Filters } from "./api.ts";

const exportKind = "contacts";

const pageRows = 1_000;

export function registerExport(deps: ContactDeps): void {
  const {
    files,
    ports: { database },
  } = deps;
  files.exports.register<Filters>(exportKind, {
    title: "联系人",
    pages: ["/addresslist"],
    numbers: true,
    fetch: contacterDataApi.export.permission,
    async produce({ owner, compId, params }) {
      const caller = callerOf(owner);
      const hide = hidesNumbers(caller);
      const all = await database.tenant(compId, (trx) => fieldsOf(trx, compId));
      const fields = enabledOf(all).filter((field) => field.export === 1);
      const query = queryOf(all, params, caller);
      const pages = keyset<ContactRow>(pageRows, (after) =>
        database.tenant(compId, (trx) => contactsAfter(trx, compId, query, after, pageRows)),
      );
      const text = (value: string) => (hide ? maskNumbers(value) : value);
      async function* rows() {
        for await (const row of pages) {
          const shown = shownValues(fields, row.fields, hide);
          yield [
            row.name,
            hide ? maskPhone(row.phone) : row.phone,
            text(row.company),
            ...fields.map((field) => valueText(field, shown)),
            text(row.remark),
            formatTime(row.createdAt),
            row.createdBy,
          ];
        }
      }
      const { name, phone, company, remark } = contactColumns;
      return {
        columns: [name, phone, company, ...fields.map((field) => field.label), remark, "创建时间", "创建人"].map(
          (title) => ({ title }),
        ),
        rows: rows(),
      };
    },
  });
}

export function startExport(deps: ContactDeps, body: Filters, context: RequestContext) {
  const { files } = deps;
  compOf(context.caller, body.compId);
  return files.exports.start(context, { kind: exportKind, params: body });
}
