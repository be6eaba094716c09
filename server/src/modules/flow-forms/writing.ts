/** One record a call and form, in the transaction that says it is done; what the form refuses is kept as its sentence. */
import { AppError, minuteMs } from "@liantai/api/contract";
import { refusalText } from "../../http/refusals.ts";
import type { Ports } from "../../ports/index.ts";
import { gatheredIn } from "../event-log/index.ts";
import type { GatheredRecords } from "../forms/index.ts";
import { formsDone, takeCall } from "./repository.ts";

export interface FlowFormsDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "logger" | "broker">;
  readonly records: GatheredRecords;
}

type Facts = Awaited<ReturnType<typeof gatheredIn>>;

type ForForm = Pick<Facts[number], "formId" | "name" | "values"> & {
  readonly secret: boolean;
  readonly source: Facts[number]["by"];
};

/** Of several flows with one form the later counts, value by value; what a robot asked a part of is a robot's. */
function byForm(facts: Facts): readonly ForForm[] {
  const forms = new Map<string, ForForm>();
  for (const { formId, name, values, secret, by } of facts) {
    const before = forms.get(formId);
    const hidden = secret !== undefined || before?.secret === true;
    const source = before?.source === "robot" ? "robot" : by;
    forms.set(formId, { formId, name, values: { ...before?.values, ...values }, secret: hidden, source });
  }
  return [...forms.values()];
}

/** Nothing where the call lives, or has nodes left that run without sound. Rejects where it could not be tried. */
export async function writeGathered(
  { ports, records }: FlowFormsDeps,
  { compId, callId }: { readonly compId: string; readonly callId: string },
): Promise<void> {
  const { database, clock } = ports;
  const { facts, done } = await database.tenant(compId, async (trx) => ({
    facts: await gatheredIn(trx, compId, callId),
    done: await formsDone(trx, compId, callId),
  }));
  const last = facts.at(-1);
  // A process that died meanwhile tells no more.
  if (!last || (last.more && clock.now() - last.at < minuteMs)) return;
  for (const { formId, name, values, secret, source } of byForm(facts)) {
    if (done.has(formId)) continue;
    const row = { compId, callId, formId, at: new Date(clock.now()) };
    const refused = (refusal: string, formName = "") =>
      database.tenant(compId, (trx) => takeCall(trx, { ...row, formName, recordId: "", refusal }));
    if (Object.keys(values).length === 0) {
      if (secret) await refused("保密收集的内容不写入表单");
      continue;
    }
    let known = "";
    try {
      const by = `流程「${name}」`;
      await records.add({ compId, callId, formId, values, by, source }, (trx, { id, formName }) => {
        known = formName;
        return takeCall(trx, { ...row, formName, recordId: id, refusal: "" });
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await refused(refusalText(error), known);
    }
  }
}
