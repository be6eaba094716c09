/** 客户优先级: whose form says so counts as having waited longer. Counts from the next call on. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { customerPriorityApi } from "@liantai/api/contract/admin";
import { isChoice } from "@liantai/api/forms";
import { compOf } from "../../http/company.ts";
import { crudRoutes } from "../../http/crud.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import { route, type RequestContext, type Route } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { crudService } from "../crud/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { dictionaryOptions } from "../settings/index.ts";
import { customerForms, customerPriorityStore, type CustomerPriorityRow } from "./customer-priorities-repository.ts";

type Api = typeof customerPriorityApi;
type Choice = ReplyOf<Api["choices"]>[number];
type Chosen = Pick<Choice, "formId" | "field" | "value">;

async function choicesOf({ ports }: Pick<AdministrationDeps, "ports">, compId: string): Promise<Choice[]> {
  const forms = await ports.database.tenant(compId, (trx) => customerForms(trx, compId));
  const found = forms.flatMap(({ id: formId, name: formName, definition }) =>
    definition.fields
      .filter(({ type }) => isChoice(type))
      .map(async ({ name: field, label: fieldLabel, items = [], ext }) => {
        const from = ext?.options;
        const options =
          from?.from === "dictionary"
            ? await dictionaryOptions(ports.database, compId, from.code)
            : items.map(({ label_value: value, label_name: label }) => ({ value, label }));
        return options.map(({ value, label }) => ({ formId, formName, field, fieldLabel, value, valueLabel: label }));
      }),
  );
  return (await Promise.all(found)).flat();
}

const keyOf = ({ formId, field, value }: Chosen): string => JSON.stringify([formId, field, value]);
const gone = { formName: "", fieldLabel: "", valueLabel: "" };

async function serviceFor(
  deps: AdministrationDeps,
  body: { readonly compId?: string | undefined },
  { caller }: RequestContext,
) {
  const { ports, audit } = deps;
  const choices = await choicesOf(deps, compOf(caller, body.compId));
  const byKey = new Map(choices.map((choice) => [keyOf(choice), choice]));
  return crudService({
    deps: { ports, audit },
    object: "customerPriority",
    scope: "enterprise",
    store: customerPriorityStore,
    toRow: (_trx: Trx, typed: BodyOf<Api["add"]>, before: CustomerPriorityRow | undefined) => {
      const { formId, field, value, priorityMin } = typed;
      if (!byKey.has(keyOf(typed))) throw fieldRefusal("value", "选项", "客户表单中没有该选项");
      const createdAt = before?.createdAt ?? new Date(ports.clock.now());
      return { formId, field, value, priorityMin, createdAt, createdBy: before?.createdBy ?? caller.nickName };
    },
    present: ({ id, formId, field, value, priorityMin, createdAt, createdBy }: CustomerPriorityRow) => {
      const { formName, fieldLabel, valueLabel } = byKey.get(keyOf({ formId, field, value })) ?? gone;
      const named = { formId, formName, field, fieldLabel, value, valueLabel };
      return { id, ...named, priorityMin, createdAt: formatTime(createdAt), createdBy };
    },
    key: { path: "value", label: "选项", of: (row) => row.value },
  });
}

/** Each caller's service knows the choices of his enterprise. */
export function customerPriorityRoutes(deps: AdministrationDeps): readonly Route[] {
  return [
    ...crudRoutes(customerPriorityApi, {
      list: async (body, context) => (await serviceFor(deps, body, context)).list(body, context),
      add: async (body, context) => (await serviceFor(deps, body, context)).add(body, context),
      update: async (body, context) => (await serviceFor(deps, body, context)).update(body, context),
      delete: async (body, context) => (await serviceFor(deps, body, context)).delete(body, context),
    }),
    route(customerPriorityApi.choices, ({ body }, { caller }) => choicesOf(deps, compOf(caller, body.compId))),
  ];
}
