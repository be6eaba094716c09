/** 贵宾名单: whose callers count as having waited longer. Counts from the next call on. */
import { formatTime, maskPhone, type BodyOf } from "@liantai/api/contract";
import { vipApi } from "@liantai/api/contract/admin";
import { crudRoutes } from "../../http/crud.ts";
import { hidesNumbers, unmaskedPhone } from "../../http/privacy.ts";
import type { RequestContext, Route } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { crudService } from "../crud/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { vipStore, type VipRow } from "./vips-repository.ts";

/** As it is compared: mobile numbers without the country's code. */
const plain = (phone: string): string => phone.replace(/^\+?86(?=1\d{10}$)/, "");

const serviceFor = ({ ports, audit }: AdministrationDeps, { caller }: RequestContext) => {
  const hide = hidesNumbers(caller);
  return crudService({
    deps: { ports, audit },
    object: "vip",
    scope: "enterprise",
    store: vipStore,
    toRow: (_trx: Trx, body: BodyOf<typeof vipApi.add>, before: VipRow | undefined) => ({
      phone: plain(unmaskedPhone(body.phone, before?.phone, hide)),
      name: body.name ?? "",
      priorityMin: body.priorityMin,
      createdAt: before?.createdAt ?? new Date(ports.clock.now()),
      createdBy: before?.createdBy ?? caller.nickName,
    }),
    present: ({ id, phone, name, priorityMin, createdAt, createdBy }: VipRow) => ({
      id,
      phone: hide ? maskPhone(phone) : phone,
      name,
      priorityMin,
      createdAt: formatTime(createdAt),
      createdBy,
    }),
    key: { path: "phone", label: "号码", of: (row) => row.phone },
  });
};

/** Each caller's service masks as he may see. */
export function vipRoutes(deps: AdministrationDeps): readonly Route[] {
  return crudRoutes(vipApi, {
    list: (body, context) => serviceFor(deps, context).list({ ...body, whole: hidesNumbers(context.caller) }, context),
    add: (body, context) => serviceFor(deps, context).add(body, context),
    update: (body, context) => serviceFor(deps, context).update(body, context),
    delete: (body, context) => serviceFor(deps, context).delete(body, context),
  });
}
