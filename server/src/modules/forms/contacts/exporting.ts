/** contacterData: contacts as a sheet. */
import { formatTime, type BodyOf } from "@liantai/api/contract";
import { contactColumns, contacterDataApi } from "@liantai/api/contract/workorder";
import { valueInWords, type FieldValue } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { callerOf, keyset } from "../../files/index.ts";
import { withDictionaries } from "../definitions/other-options.ts";
import type { FormsDeps } from "../deps.ts";
import { shownValues } from "../records/present.ts";
import type { RecordRow } from "../records/repository.ts";
import { contactForm } from "./form.ts";
import { contactQuery } from "./query.ts";
import { contactsAfter } from "./repository.ts";
import { contactOf, ownFields } from "./values.ts";
import { forJobs } from "../../../ports/database.ts";

type Filters = BodyOf<typeof contacterDataApi.export>;

const exportKind = "contacts";

const pageRows = 1_000;

export function registerExport(deps: FormsDeps): void {
  const { database } = deps.ports;
  deps.files.exports.register<Filters>(exportKind, {
    title: "联系人",
    pages: ["/addresslist"],
    numbers: true,
    fetch: contacterDataApi.export.permission,
    async produce({ owner, compId, params }) {
      const hide = hidesNumbers(callerOf(owner));
      const published = await database.tenant(compId, (trx) => contactForm(deps, trx, compId));
      const form = await withDictionaries(database, compId, published.form);
      const fields = ownFields(form).filter(({ field }) => field.export !== false);
      const query = contactQuery(published, params, hide);
      const pages = keyset<RecordRow>(pageRows, (after) =>
        forJobs(database).tenant(compId, (trx) => contactsAfter(trx, compId, query, after, pageRows)),
      );
      async function* rows() {
        for await (const row of pages) {
          const values = shownValues(row.values, hide, form);
          const { name, phone, company, remark } = contactOf(form, values);
          yield [
            ...[name, phone, company],
            ...fields.map((field) => valueInWords(field, values[field.name] as FieldValue | undefined)),
            ...[remark, formatTime(row.createdAt), row.ownerName],
          ];
        }
      }
      const { name, phone, company, remark } = contactColumns;
      return {
        columns: [name, phone, company, ...fields.map(({ label }) => label), remark, "创建时间", "创建人"].map(
          (title) => ({ title }),
        ),
        rows: rows(),
      };
    },
  });
}

export function startExport(deps: FormsDeps, { socketId, ...body }: Filters, context: RequestContext) {
  compOf(context.caller, body.compId);
  return deps.files.exports.start(context, { kind: exportKind, params: body, socketId });
}
