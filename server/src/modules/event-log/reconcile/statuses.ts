/** agent_status against the log. An agent's log has no end, so it is read in chunks and only the open interval is carried on. */
import type { Trx } from "../../../ports/database.ts";
import { applyAgent, type AgentProjection, type StatusRow } from "../agent-status.ts";
import { isAgent, statusRow } from "../repository.ts";
import { unequal, type Difference, type Page } from "./difference.ts";
import { agentEvents, agentsIn, pageEnd, statusRows, type StoredStatus } from "./repository.ts";

const chunk = 500;

function compare(
  compId: string,
  id: string,
  wanted: readonly StatusRow[],
  stored: readonly StoredStatus[],
): Difference[] {
  const head = { compId, stream: "agent", id } as const;
  const rows = new Map(stored.map((row) => [row.seq, row]));
  const differences: Difference[] = [];
  for (const row of wanted) {
    const found = rows.get(row.seq);
    rows.delete(row.seq);
    const columns = found ? unequal(statusRow(row), found) : [];
    if (!found) differences.push({ ...head, seq: row.seq, kind: "missing" });
    else if (columns.length > 0) differences.push({ ...head, seq: row.seq, kind: "columns", columns });
  }
  for (const seq of rows.keys()) differences.push({ ...head, seq, kind: "extra" });
  return differences;
}

/**
 * The open interval and what stands behind it. Rows are read before events: the agent may have moved on, and rows up to `top`
 * are what the log was when its event `top` was written.
 */
async function checkTail(
  trx: Trx,
  compId: string,
  id: string,
  open: StatusRow | undefined,
): Promise<{ rows: number; differences: Difference[] }> {
  const seq = open?.seq ?? 0;
  const stored = await statusRows(trx, compId, id, seq, undefined, chunk);
  const top = stored.at(-1)?.seq ?? 0;
  const later = (await agentEvents(trx, compId, id, seq, chunk)).filter(isAgent).filter((event) => event.seq <= top);
  const { touched } = later.reduce<AgentProjection>(
    applyAgent,
    open ? { seq, open, touched: [open] } : { seq, touched: [] },
  );
  return { rows: stored.length, differences: compare(compId, id, touched, stored) };
}

async function checkAgent(trx: Trx, compId: string, id: string): Promise<{ rows: number; differences: Difference[] }> {
  let projection: AgentProjection | undefined;
  let rows = 0;
  const differences: Difference[] = [];
  for (;;) {
    const events = (await agentEvents(trx, compId, id, projection?.seq ?? 0, chunk)).filter(isAgent);
    if (events.length === 0) break;
    const from = projection?.open?.seq ?? 0;
    projection = events.reduce<AgentProjection | undefined>(applyAgent, projection)!;
    const { open, touched } = projection;
    const stored = await statusRows(trx, compId, id, from, open!.seq, 2 * chunk);
    rows += stored.length;
    differences.push(
      ...compare(
        compId,
        id,
        touched.filter(({ seq }) => seq !== open!.seq),
        stored,
      ),
    );
    projection = { ...projection, touched: [] };
    if (events.length < chunk) break;
  }
  const tail = await checkTail(trx, compId, id, projection?.open);
  return { rows: rows + tail.rows, differences: [...differences, ...tail.differences] };
}

export async function checkStatuses(trx: Trx, compId: string, after: string, limit: number): Promise<Page> {
  const end = await pageEnd(trx, compId, "agent", after, limit);
  let rows = 0;
  const differences: Difference[] = [];
  for (const id of await agentsIn(trx, compId, after, end)) {
    const found = await checkAgent(trx, compId, id);
    rows += found.rows;
    differences.push(...found.differences);
  }
  return { end, rows, differences };
}
