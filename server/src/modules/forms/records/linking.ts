/** Calls are linked to records when they have ended; what was before a record, or while no process listened, is made up for. */
import { dayMs, formatTime, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { contactFormId, type customerFormDataApi, type RecordValues } from "@liantai/api/contract/workorder";
import type { CompiledForm } from "@liantai/api/forms";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { callsMasked, callsSeen } from "../../records/index.ts";
import { subscribe } from "../../topics.ts";
import type { FormsDeps } from "../deps.ts";
import { seenRecord } from "./finding.ts";
import { numbersMeant } from "../../numbers/index.ts";
import { findForm, type FormRow } from "../definitions/repository.ts";
import { veilOf } from "../role-fields.ts";
import { linkCall, linkCallsSince, timelineOf, type TimelineRow } from "./link-repository.ts";
import { farSide } from "./popup-repository.ts";
import { openValues, shownValues, titleOf } from "./present.ts";
import { findRecord, findRecords, type RecordRow } from "./repository.ts";
import { everything, isIn, scopeOf } from "./scope.ts";

export async function startLinking({ ports }: FormsDeps): Promise<() => Promise<void>> {
  const { broker, database, logger, clock } = ports;
  const end = await subscribe(broker, "call.recorded", ({ compId, callId }) => {
    database
      .tenant(compId, async (trx) => linkCall(trx, compId, callId, numbersMeant(await farSide(trx, compId, callId))))
      .catch((error: unknown) => logger.warn({ error, callId }, "a call was not linked to its customers"));
  });
  // system: calls of every enterprise.
  await database.system((trx) => linkCallsSince(trx, new Date(clock.now() - dayMs)));
  return end;
}

type Timeline = (typeof customerFormDataApi)["timeline"];

interface Line {
  readonly formName: string;
  readonly title: string;
  readonly mayOpen: boolean;
}

/** A line with what it was read from; `values`: as the asker is shown them. */
export interface RecordLine {
  readonly line: Line;
  readonly row: RecordRow;
  /** That it was written with. */
  readonly was: CompiledForm;
  readonly values: RecordValues;
}

/** Records that look a customer up: by their form; what they are called only to who may open them. */
export async function recordLines(
  deps: FormsDeps,
  trx: Trx,
  compId: string,
  ids: readonly string[],
  caller: Caller,
): Promise<ReadonlyMap<string, RecordLine>> {
  const lines = new Map<string, RecordLine>();
  if (ids.length === 0) return lines;
  const scope = await scopeOf(deps.auth, trx, compId, caller);
  const rows = await findRecords(trx, compId, ids, { scope: everything });
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  const orders = new Map((await deps.orders.lines(trx, compId, caller, orderIds)).map((line) => [line.id, line]));
  const forms = new Map<string, FormRow | undefined>();
  for (const formId of new Set(rows.map((row) => row.formId))) forms.set(formId, await findForm(trx, compId, formId));
  for (const row of rows) {
    const form = forms.get(row.formId);
    if (!form) continue;
    const order = row.orderId === null ? undefined : orders.get(row.orderId);
    const mayOpen = row.orderId === null ? isIn(scope, row) : order?.mayOpen === true;
    const was = await deps.compiled.withEarlier(trx, compId, row.formId, row.formVersion);
    const open = openValues(row, scope.kind === "all", veilOf(form, caller));
    const values = shownValues(open, hidesNumbers(caller), was);
    const own = order ? `${order.workCode} ${order.title}`.trim() : "";
    const title = mayOpen ? own || titleOf(was, values) : "";
    lines.set(row.id, { line: { formName: form.name, title, mayOpen }, row, was, values });
  }
  return lines;
}

/** Contacts are everybody's who may see them (`contacts`, decision 072), and how one was in touch with them. Throws AppError 'notFound'. */
async function whose(
  deps: FormsDeps,
  trx: Trx,
  compId: string,
  { id, contacts }: { readonly id: string; readonly contacts: boolean },
  context: RequestContext,
): Promise<string> {
  const contact = contacts ? await findRecord(trx, compId, id, { scope: everything }) : undefined;
  if (contact?.formId === contactFormId) return id;
  return (await seenRecord(deps, trx, compId, id, context)).record.id;
}

/** Of a conversation that was removed there is the time alone. */
function chatLine({ webName, chatStatus, answeredAt, endedAt }: TimelineRow) {
  const talkMs = answeredAt && endedAt ? endedAt.getTime() - answeredAt.getTime() : 0;
  return {
    ...{ webName: webName ?? "", answered: answeredAt !== null, talkSeconds: Math.round(talkMs / 1_000) },
    ...{ live: chatStatus !== null && chatStatus !== "closed", removed: chatStatus === null },
  };
}

export async function timeline(
  deps: FormsDeps,
  { id, pageNo, pageSize, kind, open, compId: named }: BodyOf<Timeline>,
  context: RequestContext,
): Promise<ReplyOf<Timeline>> {
  const compId = compOf(context.caller, named);
  if (pageSize > 200) throw fieldRefusal("pageSize", "每页条数", "每页最多200条");
  const contacts = await deps.auth.maySee(context.caller, ["/addresslist"]);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { rows, total } = await timelineOf(trx, compId, await whose(deps, trx, compId, { id, contacts }, context), {
      ...{ pageNo, pageSize, kind, open: open === 1 },
    });
    const callIds = rows.filter(({ kind }) => kind === "call").map(({ contactId }) => contactId);
    const asker = { ...context.caller, compId };
    const calls = await callsSeen(trx, asker, callIds);
    const masked = await callsMasked(trx, asker, callIds);
    const orderIds = rows.filter(({ kind }) => kind === "order").map(({ contactId }) => contactId);
    const lines = await deps.orders.lines(trx, compId, context.caller, orderIds);
    const orders = new Map(lines.map(({ id: orderId, ...line }) => [orderId, line]));
    const recordIds = rows.filter(({ kind }) => kind === "record").map(({ contactId }) => contactId);
    const others = await recordLines(deps, trx, compId, recordIds, context.caller);
    const list = rows.map((row) => {
      const number = (row.direction === "inbound" ? row.caller : row.callee) ?? "";
      return {
        kind: row.kind,
        contactId: row.contactId,
        time: formatTime(row.at),
        direction: row.direction ?? "",
        number: masked(row.contactId) ? maskPhone(number) : number,
        agentId: row.agentId ?? "",
        agentName: row.agentName ?? "",
        talkSeconds: Math.round((row.talkMs ?? 0) / 1_000),
        answered: row.result === 200,
        ...(row.kind === "call" && {
          mayOpen: calls.has(row.contactId),
          // A call whose record is gone is long over.
          live: row.direction !== null && row.endAt === null,
        }),
        ...(row.kind === "order" && orders.get(row.contactId)),
        ...(row.kind === "record" && others.get(row.contactId)?.line),
        ...(row.kind === "chat" && chatLine(row)),
      };
    });
    return { list, total, pageNo, pageSize };
  });
}
