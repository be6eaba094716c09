/** 通讯录: entries of one's own or shared with everybody. */
import { maskPhone, type BodyOf, isAdministrator } from "@liantai/api/contract";
import { maskedInput, wholeNumberText, type contactsApi } from "@liantai/api/contract/workorder";
import { hidesNumbers, maskNumbers, unmasked } from "../../http/privacy.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { CrudService } from "../../http/crud.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { crudService } from "../crud/index.ts";
import { createDialRefs } from "../dial-refs/index.ts";
import { entryStore, type EntryRow } from "./repository.ts";

type Body = BodyOf<typeof contactsApi.add>;

/** Undefined: everybody's. */
const ownOf = (caller: Caller): string | undefined => (isAdministrator(caller) ? undefined : caller.userId);

function phoneOf(given: string | undefined, before: EntryRow | undefined): string {
  if (before && (!given || given === maskedInput || given === maskPhone(before.phone))) return before.phone;
  if (!given) throw fieldRefusal("phone", "电话", "请输入电话");
  if (/\*{4}/.test(given)) throw fieldRefusal("phone", "电话", wholeNumberText);
  return given;
}

export function createEntryService({ ports, audit, sealer }: AdministrationDeps): CrudService<typeof contactsApi> {
  const refs = createDialRefs({ sealer, clock: ports.clock });
  const refOf = ({ compId, agentId }: Caller, { id, name, phone }: EntryRow): string =>
    agentId === null ? "" : refs.seal({ compId, agentId }, { number: phone, object: "contacts", id, name });
  /** One service a caller: whose entries it finds. */
  const of = ({ caller }: RequestContext) => {
    const own = ownOf(caller);
    const hide = hidesNumbers(caller);
    return crudService({
      deps: { ports, audit },
      object: "contacts",
      scope: "enterprise",
      store: entryStore(own, hide),
      toRow: (_trx: Trx, body: Body, before: EntryRow | undefined) => ({
        groupName: body.groupName ?? "",
        name: body.name,
        phone: phoneOf(body.phone, before),
        remark: unmasked(body.remark ?? "", before?.remark ?? "", hide),
        shared: body.shared,
        ownerId: before?.ownerId ?? caller.userId,
        ownerName: before?.ownerName ?? caller.nickName,
      }),
      present: (row: EntryRow) => ({
        id: row.id,
        groupName: row.groupName,
        name: row.name,
        phone: hide ? maskPhone(row.phone) : row.phone,
        remark: hide ? maskNumbers(row.remark) : row.remark,
        shared: row.shared,
        ownerName: row.ownerName,
        dialRef: refOf(caller, row),
        editable: own === undefined || row.ownerId === own,
      }),
      key: { path: "name", label: "姓名", of: (row) => row.name },
    });
  };
  return {
    list: (body, context) => of(context).list(body, context),
    add: (body, context) => of(context).add(body, context),
    update: (body, context) => of(context).update(body, context),
    delete: (body, context) => of(context).delete(body, context),
  };
}
