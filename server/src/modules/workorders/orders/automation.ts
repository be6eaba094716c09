/** What triggers and macros do with orders: the commands and checks that people have, in the name of a trigger or of a person. */
import { AppError } from "@liantai/api/contract";
import {
  orderPhases,
  orderPriorities,
  type Actor,
  type OrderInput,
  type OrderPriority,
} from "@liantai/api/contract/work-orders";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AutomationOrders, Deed, Hands, Looked } from "../../automation/index.ts";
import { steadily, type PreparedValues } from "../../forms/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { namesOf } from "../people-repository.ts";
import { retime } from "../timers/triggers.ts";
import { findTimeRule } from "../timers/repository.ts";
import { holdersOf } from "./columns.ts";
import { inWriting, lockSeen, mustBeFresh } from "./handling.ts";
import { dress, keptPast, ordersPast } from "./past.ts";
import { actorOf, sightOf } from "./policy.ts";
import { seenBy } from "./reading.ts";
import { lockOrder, type OrderRow } from "./repository.ts";
import { propertiesAt, snapshotOf } from "./snapshot.ts";
import { takeStep } from "./step.ts";

/** Nobody, who may what a monitor may. */
const automaton: Actor = { id: "", supervises: true };

async function locked(trx: Trx, compId: string, id: string): Promise<OrderRow> {
  const row = await lockOrder(trx, compId, id);
  if (!row || row.state === "deleted") throw new AppError("notFound", "工单不存在");
  return row;
}

const refOf = ({ compId, formId, recordId }: OrderRow) => ({ compId, formId, recordId });

async function look({ records }: WorkOrderDeps, trx: Trx, compId: string, id: string): Promise<Looked> {
  const row = await locked(trx, compId, id);
  const { form, values, source } = await records.look(trx, refOf(row));
  const names = await namesOf(trx, compId, row.holder === "" ? [] : [row.holder]);
  return {
    ...{ formId: row.formId, recordId: row.recordId, form, values, title: row.title, code: row.workCode },
    properties: propertiesAt(snapshotOf(row), { ...row, source }),
    version: row.seq,
    holders: holdersOf(row.body),
    creator: row.creator,
    facts: {
      处理人: row.holder === "" ? "无" : `${row.holder} ${names.get(row.holder) ?? ""}`.trim(),
      优先级: orderPriorities[row.priority as OrderPriority],
      状态: orderPhases[row.body.phase.kind],
    },
  };
}

interface Doing {
  readonly actor: (row: OrderRow) => Actor;
  /** Fields, and the step that says so. */
  write(row: OrderRow): Promise<void>;
  hand(row: OrderRow, to: string): OrderInput;
}

function inputOf(row: OrderRow, deed: Exclude<Deed, { do: "write" | "push" }>, { hand }: Doing): OrderInput {
  switch (deed.do) {
    case "assign":
      return hand(row, deed.to);
    case "priority":
      return { type: "prioritize", priority: deed.priority };
    case "comment":
    case "urge":
      return { type: deed.do, text: deed.text };
  }
}

/** What it is already is no step. */
const isSo = (row: OrderRow, deed: Deed): boolean =>
  (deed.do === "priority" && row.priority === deed.priority) || (deed.do === "assign" && row.holder === deed.to);

const handsOf = (deps: WorkOrderDeps, trx: Trx, compId: string, id: string, doing: Doing): Hands => ({
  look: () => look(deps, trx, compId, id),
  async act(deed) {
    const row = await locked(trx, compId, id);
    if (deed.do === "write") return doing.write(row);
    if (deed.do === "push") return deps.records.push(trx, refOf(row));
    if (!isSo(row, deed)) await takeStep(trx, deps, row, { input: inputOf(row, deed, doing), actor: doing.actor(row) });
  },
});

type Within = Parameters<AutomationOrders["within"]>[1];

async function byPerson<T>(
  deps: WorkOrderDeps,
  context: RequestContext,
  { compId, id, version, values }: Within,
  work: (trx: Trx, hands: Hands) => Promise<T>,
): Promise<T> {
  const writes = Object.keys(values).length > 0;
  const written = writes ? await inWriting(deps, context, compId, id, values) : undefined;
  return deps.ports.database.tenant(compId, async (trx) => {
    const sight = await sightOf(deps, trx, compId, context.caller);
    const seen = await lockSeen(trx, compId, sight, id);
    await mustBeFresh(trx, deps, seen, { command: "save", seq: version, values }, context);
    const actor = (row: OrderRow): Actor => actorOf(sight, row);
    const doing: Doing = {
      actor,
      async write(row) {
        const saved = await written?.save(trx, row, sight, { complete: false });
        if (saved?.changed) await takeStep(trx, deps, row, { input: { type: "save" }, actor: actor(row) });
      },
      hand: (row, to) => ({
        ...{ type: row.holder === sight.id || !actor(row).supervises ? "transfer" : "assign", to },
      }),
    };
    return work(trx, handsOf(deps, trx, compId, id, doing));
  });
}

export const createAutomationOrders = (deps: WorkOrderDeps): AutomationOrders => ({
  async hands(trx, { compId, id, prepared, by }) {
    const before = await lockOrder(trx, compId, id);
    if (!before || before.state === "deleted") return undefined;
    return handsOf(deps, trx, compId, id, {
      actor: () => automaton,
      async write(row) {
        if (!prepared) return;
        const how = { by, orderSeq: row.seq + 1 };
        if (await deps.records.fill(trx, refOf(row), prepared as PreparedValues, how))
          await takeStep(trx, deps, row, { input: { type: "fill" }, actor: automaton });
      },
      hand: (_, to) => ({ type: "assign", to }),
    });
  },

  within: (context, of, work) => steadily(() => byPerson(deps, context, of, work)),

  async sees(trx, compId, caller, id) {
    const { sight, row } = await seenBy(deps, trx, compId, { caller }, id);
    return deps.records.sees(trx, refOf(row), { caller, all: sight.all });
  },

  past: (trx, question, events) => ordersPast(trx, deps, question, events),
  kept: (trx, question, moment) => keptPast(trx, deps, question, moment),
  dress: (trx, question, past) => dress(trx, question, past),
  retime,
  timeRuleThere: async (trx, compId, id) => (await findTimeRule(trx, compId, id)) !== undefined,
  names: namesOf,
});
