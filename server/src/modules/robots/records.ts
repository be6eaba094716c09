/** 接待记录: administrators see all calls of their enterprise, as in 通话记录; numbers as they may see them. */
import { formatTime, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { robotRecordApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../http/company.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import type { RequestContext } from "../../http/routes.ts";
import { timeRange } from "../../http/time-range.ts";
import type { AdministrationDeps } from "../deps.ts";
import { listTalks, type RobotTalkListed } from "./records-repository.ts";

type Api = typeof robotRecordApi;

/** 说出意图“价格” +30，客户挂机 -10；得分20 */
function scoredBy({ level, by, addends }: RobotTalkListed): string {
  if (level === null) return "";
  const points = (addends ?? []).map(({ what, score }) => `${what} ${score > 0 ? "+" : ""}${score}`);
  return [points.join("，"), by ?? ""].filter(Boolean).join("；");
}

/** Who had the caller next. An administrator who took him over has no work number, but an account. */
function nextOf(row: RobotTalkListed) {
  const { outcome, firstAgentId, takerId, takerNumber } = row;
  const agentName = row.agentName ?? "";
  if (outcome === "handedOver") return { agentId: firstAgentId ?? "", agentName };
  if (outcome !== "takenOver") return { agentId: "", agentName: "" };
  return takerId === null && takerNumber !== null
    ? { agentId: "", agentName: `管理员${takerNumber}` }
    : { agentId: takerId ?? "", agentName };
}

function present(row: RobotTalkListed, hide: boolean): ReplyOf<Api["list"]>["list"][number] {
  const given = row.outcome === "handedOver" || row.outcome === "takenOver";
  return {
    callId: row.callId,
    seq: row.seq,
    robotId: row.robotId,
    robotName: row.nameNow ?? row.robotName,
    flowId: row.flowId,
    flowName: row.flowName ?? "",
    number: hide ? maskPhone(row.number) : row.number,
    accessNumber: row.accessNumber,
    line: row.line,
    startTime: formatTime(row.takenAt),
    endTime: row.leftAt && formatTime(row.leftAt),
    talkS: row.talkMs === null ? null : Math.round(row.talkMs / 1_000),
    turns: row.turns,
    outcome: row.outcome,
    level: row.level ?? "",
    score: row.level === null ? null : row.score,
    scoredBy: scoredBy(row),
    ...nextOf(row),
    skillGroupName: (given && row.skillGroupName) || "",
  };
}

export async function robotRecords(
  { ports: { database, clock } }: Pick<AdministrationDeps, "ports">,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
  digital: boolean,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const hide = hidesNumbers(caller);
  const { robotId, number, outcome, pageNo, pageSize } = body;
  const filter = { ...timeRange(clock.now(), body), robotId, number, outcome, wholeNumbers: hide, digital };
  const { rows, total } = await database.tenant(compId, (trx) => listTalks(trx, compId, filter, body));
  return { list: rows.map((row) => present(row, hide)), total, pageNo, pageSize };
}
