/** One record a call (or conversation) and form, in the transaction that says it is done; what the form refuses is kept as its sentence. */
import { AppError, minuteMs } from "@liantai/api/contract";
import { refusalText } from "../../http/refusals.ts";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { gatheredIn } from "../event-log/index.ts";
import { gatheredInChat, takeGathered } from "../chats/index.ts";
import type { GatheredRecord, GatheredRecords } from "../forms/index.ts";
import { formsDone, takeCall } from "./repository.ts";

export interface FlowFormsDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "logger" | "broker">;
  readonly records: GatheredRecords;
}

type ForForm = Pick<GatheredRecord, "formId" | "values" | "source"> & {
  /** Of the flow. */
  readonly name: string;
  /** There was more, gathered in secret. */
  readonly secret: boolean;
};

interface Written {
  readonly formId: string;
  readonly formName: string;
  /** '': refused. */
  readonly recordId: string;
  readonly refusal: string;
}

/** What one call or conversation is to its forms. */
interface Whose extends Pick<GatheredRecord, "compId" | "callId" | "chat"> {
  readonly done: ReadonlySet<string>;
  /** false: it was seen to before. */
  take(trx: Trx, written: Written): Promise<boolean>;
}

/** Of several flows with one form the later counts, value by value; what a robot asked a part of is a robot's. */
function byForm(all: readonly ForForm[]): readonly ForForm[] {
  const forms = new Map<string, ForForm>();
  for (const { formId, name, values, secret, source: by } of all) {
    const before = forms.get(formId);
    const hidden = secret || before?.secret === true;
    const source = before?.source === "robot" ? "robot" : by;
    forms.set(formId, { formId, name, values: { ...before?.values, ...values }, secret: hidden, source });
  }
  return [...forms.values()];
}

async function write(
  { ports: { database }, records }: FlowFormsDeps,
  { compId, callId, chat, done, take }: Whose,
  gathered: readonly ForForm[],
): Promise<void> {
  for (const { formId, name, values, secret, source } of byForm(gathered)) {
    if (done.has(formId)) continue;
    const refused = (refusal: string, formName = "") =>
      database.tenant(compId, (trx) => take(trx, { formId, formName, recordId: "", refusal }));
    if (Object.keys(values).length === 0) {
      if (secret) await refused("保密收集的内容不写入表单");
      continue;
    }
    let known = "";
    try {
      const of = { compId, ...(callId !== undefined && { callId }), ...(chat && { chat }) };
      await records.add({ ...of, formId, values, by: `流程「${name}」`, source }, (trx, { id, formName }) => {
        known = formName;
        return take(trx, { formId, formName, recordId: id, refusal: "" });
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await refused(refusalText(error), known);
    }
  }
}

/** Nothing where the call lives, or has nodes left that run without sound. Rejects where it could not be tried. */
export async function writeGathered(
  deps: FlowFormsDeps,
  { compId, callId }: { readonly compId: string; readonly callId: string },
): Promise<void> {
  const { database, clock } = deps.ports;
  const { facts, done } = await database.tenant(compId, async (trx) => ({
    facts: await gatheredIn(trx, compId, callId),
    done: await formsDone(trx, compId, callId),
  }));
  const last = facts.at(-1);
  // A process that died meanwhile tells no more.
  if (!last || (last.more && clock.now() - last.at < minuteMs)) return;
  const take: Whose["take"] = (trx, written) =>
    takeCall(trx, { compId, callId, at: new Date(clock.now()), ...written });
  await write(
    deps,
    { compId, callId, done, take },
    facts.map(({ formId, name, values, secret, by }) => ({
      ...{ formId, name, values, secret: secret !== undefined, source: by },
    })),
  );
}

/** The same of a conversation: nothing where it goes on. */
export async function writeGatheredInChat(
  deps: FlowFormsDeps,
  { compId, sessionId }: { readonly compId: string; readonly sessionId: string },
): Promise<void> {
  const { database, clock } = deps.ports;
  const rows = await database.tenant(compId, (trx) => gatheredInChat(trx, compId, sessionId));
  const [first] = rows;
  if (!first) return;
  const take: Whose["take"] = (trx, { formId, ...written }) =>
    takeGathered(trx, { compId, sessionId, formId }, { writtenAt: new Date(clock.now()), ...written });
  await write(
    deps,
    { compId, chat: { id: sessionId, at: first.startedAt }, done: new Set(), take },
    rows.map(({ formId, flowName: name, values, secret, robot }) => ({
      ...{ formId, name, values, secret: secret === 1, source: robot === 1 ? "robot" : "chat" },
    })),
  );
}
