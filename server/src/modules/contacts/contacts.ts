/** Contacts: the built-in fields and the enterprise's own. */
import { AppError, maskPhone, type BodyOf, type ReplyOf, formatTime } from "@liantai/api/contract";
import { contactColumns, maskedInput, phonePattern, type contacterDataApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../http/privacy.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { callerOf, keyset } from "../files/index.ts";

import {
  contactsAfter,
  deleteContacts,
  deleteValues,
  fieldsOf,
  findContact,
  insertContacts,
  insertValues,
  listContacts,
  lockEnterprise,
  phonesThere,
  updateContact,
  valuesThere,
  type ContactQuery,
  type ContactRow,
  type FieldRow,
} from "./repository.ts";
import {
  distinctValues,
  enabledOf,
  indexed,
  keywordFields,
  mergeValues,
  shownValues,
  unmasked,
  valueText,
} from "./values.ts";

type Api = typeof contacterDataApi;
type Filters = BodyOf<Api["export"]>;

const exportKind = "contacts";
const pageRows = 1_000;

const queryOf = (fields: readonly FieldRow[], { name, phone, keyword }: Filters, caller: Caller): ContactQuery => ({
  name,
  phone,
  keyword,
  keywordFields: keywordFields(fields, keyword),
  whole: hidesNumbers(caller),
});

/** As the operation log has it: own fields by their names. */
const logged = (
  fields: readonly FieldRow[],
  row: Pick<ContactRow, "name" | "phone" | "company" | "remark" | "fields">,
) => ({
  name: row.name,
  phone: row.phone,
  company: row.company,
  remark: row.remark,
  ...Object.fromEntries(fields.map((field) => [field.label, valueText(field, row.fields)])),
});

export function createContactService({ ports, audit, files }: AdministrationDeps) {
  const { database, clock, random } = ports;

  files.exports.register<Filters>(exportKind, {
    title: "联系人",
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

  /** In the locked transaction of a change: what is new must not be there already. */
  async function checkTaken(
    trx: Trx,
    compId: string,
    fields: readonly FieldRow[],
    row: Pick<ContactRow, "phone" | "fields">,
    before?: ContactRow,
  ): Promise<void> {
    if (row.phone !== before?.phone && (await phonesThere(trx, compId, [row.phone])).length > 0)
      throw fieldRefusal("phone", contactColumns.phone, "电话已存在");
    for (const { field, value } of distinctValues(fields, row.fields))
      if (value !== before?.fields[field.name] && (await valuesThere(trx, compId, field.name, [value])).length > 0)
        throw fieldRefusal(`fields.${field.name}`, field.label, `${field.label}已存在`);
  }
  const change = <T>(compId: string, work: (trx: Trx, fields: readonly FieldRow[]) => Promise<T>): Promise<T> =>
    unique(fieldRefusal("phone", contactColumns.phone, "电话已存在"), () =>
      database.tenant(compId, async (trx) => {
        await lockEnterprise(trx, compId);
        return work(trx, await fieldsOf(trx, compId));
      }),
    );

  return {
    async list(body: BodyOf<Api["list"]>, { caller }: RequestContext): Promise<ReplyOf<Api["list"]>> {
      const compId = compOf(caller, body.compId);
      const hide = hidesNumbers(caller);
      const { fields, rows, total } = await database.tenant(compId, async (trx) => {
        const fields = await fieldsOf(trx, compId);
        return { fields, ...(await listContacts(trx, compId, queryOf(fields, body, caller), body)) };
      });
      const text = (value: string) => (hide ? maskNumbers(value) : value);
      const list = rows.map((row) => ({
        id: row.id,
        name: row.name,
        phone: hide ? maskPhone(row.phone) : row.phone,
        company: text(row.company),
        remark: text(row.remark),
        fields: shownValues(fields, row.fields, hide),
        createTime: formatTime(row.createdAt),
        updateTime: formatTime(row.updatedAt),
        createdBy: row.createdBy,
      }));
      return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
    },
    async add(body: BodyOf<Api["add"]>, context: RequestContext): Promise<{ id: string }> {
      const compId = compOf(context.caller, body.compId);
      const id = random.id();
      await change(compId, async (trx, fields) => {
        const at = new Date(clock.now());
        const row = {
          name: body.name,
          phone: body.phone,
          company: body.company ?? "",
          remark: body.remark ?? "",
          fields: mergeValues(fields, body.fields, {}, false),
        };
        await checkTaken(trx, compId, fields, row);
        await insertContacts(trx, [
          {
            compId,
            id,
            ...row,
            fields: JSON.stringify(row.fields),
            createdAt: at,
            updatedAt: at,
            createdBy: context.caller.nickName,
          },
        ]);
        await insertValues(trx, indexed(compId, id, fields, row.fields));
        await audit.write(trx, context, {
          compId,
          object: "contacterData",
          action: "add",
          id,
          name: row.name,
          after: logged(enabledOf(fields), row),
        });
      });
      return { id };
    },
    async update(body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
      const compId = compOf(context.caller, body.compId);
      const hide = hidesNumbers(context.caller);
      await change(compId, async (trx, fields) => {
        const before = await findContact(trx, compId, body.id);
        if (!before) throw new AppError("notFound");
        const kept = !body.phone || body.phone === maskedInput || body.phone === maskPhone(before.phone);
        if (!kept && !phonePattern.test(body.phone!))
          throw fieldRefusal("phone", contactColumns.phone, "请输入正确的11位手机号码");
        const row = {
          name: body.name,
          phone: kept ? before.phone : body.phone!,
          company: unmasked(body.company, before.company, hide),
          remark: unmasked(body.remark, before.remark, hide),
          fields: mergeValues(fields, body.fields, before.fields, hide),
        };
        await checkTaken(trx, compId, fields, row, before);
        await updateContact(trx, compId, body.id, {
          ...row,
          fields: JSON.stringify(row.fields),
          updatedAt: new Date(clock.now()),
        });
        await deleteValues(trx, compId, body.id);
        await insertValues(trx, indexed(compId, body.id, fields, row.fields));
        await audit.write(trx, context, {
          compId,
          object: "contacterData",
          action: "update",
          id: body.id,
          name: row.name,
          before: logged(fields, before),
          after: logged(fields, row),
        });
      });
      return null;
    },
    async delete({ ids, compId: named }: BodyOf<Api["delete"]>, context: RequestContext): Promise<{ count: number }> {
      const compId = compOf(context.caller, named);
      const gone = await change(compId, async (trx, fields) => {
        const rows = await deleteContacts(trx, compId, ids);
        for (const row of rows)
          await audit.write(trx, context, {
            compId,
            object: "contacterData",
            action: "delete",
            id: row.id,
            name: row.name,
            before: logged(fields, row),
          });
        return rows;
      });
      if (gone.length === 0) throw new AppError("notFound");
      return { count: gone.length };
    },
    export(body: Filters, context: RequestContext) {
      compOf(context.caller, body.compId);
      return files.exports.start(context, { kind: exportKind, params: body });
    },
  };
}
