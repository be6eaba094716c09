/** trigger/trace: what triggers looked at, as who asks may see it. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { automationLimits, eventText, type ToldLine, type triggerApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { AutomationDeps } from "../deps.ts";
import { traceOf, type RunRow } from "../runs-repository.ts";

type Api = typeof triggerApi;
type Shown = ReplyOf<Api["trace"]>;

/** Of a field that node or role hide nothing is said, nor of a card; numbers are masked for whom they are hidden. */
export const shownLine =
  (hide: boolean, unsaid: readonly string[]) =>
  ({ text, fields }: ToldLine): string => {
    if (fields.some((name) => unsaid.includes(name))) return "（含对您隐藏的字段）";
    return hide ? maskNumbers(text) : text;
  };

const present =
  (said: ReturnType<typeof shownLine>) =>
  (row: RunRow): Shown[number] => ({
    trigger: row.triggerName,
    event: eventText(row.event),
    state: row.state,
    eventTime: formatTime(row.eventAt),
    time: row.ranAt ? formatTime(row.ranAt) : "",
    why: row.lines.map((line) => ({ text: said(line), holds: line.holds })),
    did: row.did.map(said),
    text: said({ text: row.reason, fields: [] }),
    chain: row.chain.map(({ name }) => name),
  });

export async function trace(
  { ports, orders, records }: AutomationDeps,
  { kind, id, compId: named }: BodyOf<Api["trace"]>,
  { caller }: RequestContext,
): Promise<Shown> {
  const compId = compOf(caller, named);
  return ports.database.tenant(compId, async (trx) => {
    const { hidden, masked } = await (kind === "order" ? orders : records).sees(trx, compId, caller, id);
    const rows = await traceOf(trx, { compId, kind, subjectId: id }, automationLimits.trace);
    return rows.map(present(shownLine(hidesNumbers(caller), [...hidden, ...masked])));
  });
}
