/** SQL of what a call asks that is led into a robot's flow. */
import type { Trx } from "../../ports/database.ts";
import type { FlowRobots } from "../telephony/index.ts";

const bound = async (trx: Trx, compId: string, flowId: string): Promise<ReadonlySet<string>> => {
  const rows = await trx
    .selectFrom("robot_group")
    .select("robotId")
    .where("compId", "=", compId)
    .where("flowId", "=", flowId)
    .execute();
  return new Set(rows.map(({ robotId }) => robotId));
};

/** Robot lines of the enterprise by name, those that serve nobody, too. */
export async function linesOf(trx: Trx, compId: string): Promise<FlowRobots["lines"]> {
  const lines = await trx
    .selectFrom("robot")
    .select(["id", "name", "concurrency", "expiresOn", "enabled"])
    .where("compId", "=", compId)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return lines.map((line) => ({ ...line, enabled: line.enabled === 1 }));
}

/** Lines that the flow names, else all of the enterprise; the first robot by name that is made of it, else that is bound to it. */
export async function robotsForFlow(trx: Trx, compId: string, flowId: string): Promise<FlowRobots> {
  const named = await bound(trx, compId, flowId);
  const all = await linesOf(trx, compId);
  const robots = await trx
    .selectFrom("robot_agent")
    .select(["id", "name", "flowId", "tts", "asrEngineId", "fallbackGroupId"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .orderBy("name")
    .orderBy("id")
    .execute();
  const own = all.filter(({ id }) => named.has(id));
  const lines = own.length > 0 ? own : all;
  const found = robots.find((robot) => robot.flowId === flowId) ?? robots.find(({ id }) => named.has(id));
  if (!found) return { lines };
  const { id, name, tts, asrEngineId: asr, fallbackGroupId } = found;
  return { lines, robot: { id, name, tts, asr, fallbackGroupId: fallbackGroupId ?? "" } };
}
