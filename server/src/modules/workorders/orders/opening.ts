/** Orders that something other than a person at a screen opens: in a seat's name, submitted at once, with the checks that the seat has. */
import { AppError } from "@liantai/api/contract";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { usableFlows } from "../flows/repository.ts";
import { make } from "./creating.ts";
import { seatAccount } from "./opening-repository.ts";
import { usableFlow } from "./step.ts";

interface OpenOrder {
  readonly compId: string;
  readonly flowId: string;
  readonly title: string;
  /** In whose name. */
  readonly agentId: string;
  /** What it is opened after. */
  readonly callId: string;
  /** Those that its form has a field for, by the field's key. */
  readonly values: Readonly<Record<string, string>>;
}

export interface OrdersOpened {
  /** Asked before the transaction that opens it; its number. Throws AppError where the seat could not. */
  prepare(order: OpenOrder): Promise<(trx: Trx) => Promise<string>>;
  flows(trx: Trx, compId: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
}

const contextOf = (caller: Caller): RequestContext => ({
  ...{ caller, address: "", device: "", requestId: "", origin: "", files: [], headers: {} },
});

export const createOrdersOpened = (deps: WorkOrderDeps): OrdersOpened => ({
  flows: usableFlows,
  async prepare({ compId, flowId, title, agentId, callId, values }) {
    const { database } = deps.ports;
    const { account, flow, fields } = await database.tenant(compId, async (trx) => {
      const used = await usableFlow(trx, compId, flowId);
      return {
        flow: used,
        account: await seatAccount(trx, compId, agentId),
        fields: await deps.records.fields(trx, compId, used.formId),
      };
    });
    if (!account) throw new AppError("refused", `坐席 ${agentId} 没有可用的账号`);
    const context = contextOf({
      ...{ ...account, sessionId: "", isHiddenNum: false, hiddenGlobalPhone: false, empower: {}, operator: false },
    });
    const given = Object.fromEntries(fields.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
    const prepared = await deps.records.prepare(context, compId, flow.formId, given, { callId, customerId: "" });
    return async (trx) => {
      const of = { compId, flowId, title, priority: 3 } as const;
      const from = { source: "task", callId: callId || null } as const;
      return (await make(trx, deps, { of, from, submit: true }, prepared, context)).workCode;
    };
  },
});
