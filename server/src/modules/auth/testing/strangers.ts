import { sql } from "kysely";
import { own } from "../../../testing/callers.ts";
import type { TestPorts } from "../../../testing/index.ts";
import { areaProbes, mark, type Probes } from "../../../testing/probes/index.ts";
import { probedCallId } from "../../../testing/probes/privacy.ts";

/**
 * How a stranger would ask for what belongs to 100001: its ids wherever the endpoint takes one. 'none': the endpoint takes
 * no id and says only what belongs to the caller.
 */
export const probesOf = (ids: () => Readonly<Record<string, string>>): Probes => ({
  ...Object.assign({}, ...areaProbes.map(({ probes: area }) => area)),
  getUser: "none",
  userExpired: "none",
  deferPassword: "none",
  resetPassword: "none",
  totpState: "none",
  totpBegin: "none",
  totpConfirm: "none",
  totpDisable: "none",
  ticket: () => ({ body: { use: "message" } }),
  operatorHome: "none",
  roleMenu: () => ({ query: { id: ids()["ownRole"]! } }),
  sessions: () => ({ body: { mine: false, compId: own, pageSize: 200 } }),
  endSession: () => ({ params: { id: ids()["ownSession"]! } }),
  getCti: () => ({ body: { wsType: "ws", serverId: own } }),
  getReg: () => ({ body: { wsType: "ws", serverId: own } }),
  querySecretKey: () => ({ query: { name: `${own}1001` } }),
  myDay: () => ({ query: { compId: own, agentId: "1001" } }),
  enterpriseDay: () => ({ query: { compId: own } }),
  callRecords: () => ({
    body: {
      compId: own,
      agentId: "1001",
      startTime: "2020-01-01 00:00:00",
      endTime: "2030-01-01 00:00:00",
      pageSize: 200,
    },
  }),
  callDetail: () => ({ body: { callId: probedCallId, compId: own } }),
  callTrack: () => ({ body: { callId: probedCallId, compId: own } }),
  playRecording: () => ({ query: { callId: probedCallId, compId: own } }),
  recordingPeaks: () => ({ query: { callId: probedCallId, compId: own } }),
  logout: "none",
});

/** Texts that only the first enterprise's data holds. */
const marks = [
  mark,
  "李晓雯",
  "王志强",
  "客服一组",
  "联台演示企业",
  "100001的人",
  "138123",
  "5678",
  "secret.wav",
  "tab:callrecord",
  "RIFF",
];
export const belongsToOwn = (text: string) => marks.filter((mark) => text.includes(mark));

/** Everything the first enterprise has, by table; `sessions` live on by themselves. */
export async function contentsOf(ports: TestPorts): Promise<Record<string, string>> {
  return ports.database.system(async (trx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.table_schema = 'public' and c.column_name = 'comp_id' and t.table_type = 'BASE TABLE' order by 1
    `.execute(trx);
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      if (name === "session") continue;
      const { rows } = await sql<{ sum: string }>`
        select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) || ' ' || count(*) as sum
        from ${sql.table(name)} t where comp_id = ${own}
      `.execute(trx);
      found[name] = rows[0]!.sum;
    }
    return found;
  });
}
