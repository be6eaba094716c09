/** npm run replay: an hour of a skill group's decisions under another strategy, in words. Reads only. */
import { formatTime } from "@liantai/api/contract";
import { strategies, type Strategy } from "@liantai/api/contract/admin";
import { number, object, string } from "yup";
import type { Database } from "../../ports/database.ts";
import { isContact, readDecisions, type Sequenced } from "../event-log/index.ts";
import { replay, type PastDecision } from "../routing/index.ts";
import { groupsNamed } from "./replay-repository.ts";

export interface ReplayQuestion {
  /** Absent: the only enterprise that has such a group. */
  readonly compId?: string | undefined;
  /** Id or name. */
  readonly group: string;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly strategy: Strategy;
}

const question = object({
  compId: string(),
  group: string().required(),
  from: number().required(),
  to: number().required(),
  strategy: string()
    .oneOf(Object.keys(strategies) as Strategy[])
    .required(),
});

/** As it comes over the control socket, from the tool that has looked at it. */
export const parseQuestion = (text: string): ReplayQuestion =>
  question.validateSync(JSON.parse(text), { strict: true });

const pastOf = (event: Sequenced): PastDecision[] => {
  if (!isContact(event) || event.fact.type !== "decision") return [];
  const { fact, id, at } = event;
  const among = fact.among === "agents" ? fact : undefined;
  const agents = (among?.agents ?? []).map(({ agentId, idleMs, ...agent }) => ({
    ...agent,
    agent: agentId,
    idleSince: at - idleMs,
  }));
  return [{ call: id, at, agent: fact.agentId, strategy: among?.strategy, agents }];
};

/** Throws Error where the group is not one. */
export async function replayHour(database: Database, question: ReplayQuestion): Promise<string> {
  const { compId, group, from, to, strategy } = question;
  // system: on the server's machine, for whatever enterprise has the group.
  return database.system(async (trx) => {
    const found = await groupsNamed(trx, group, compId);
    const [only] = found;
    if (!only) throw new Error(`没有技能组“${group}”`);
    if (found.length > 1)
      throw new Error(
        `有${found.length}个技能组叫“${group}”，请用 --enterprise 指定企业，或用编号：${found.map((g) => `${g.compId}/${g.id}`).join("、")}`,
      );
    const events = await readDecisions(trx, {
      compId: only.compId,
      groupId: only.id,
      from: new Date(from),
      to: new Date(to),
    });
    const { decisions, chosen, changed } = replay(events.flatMap(pastOf), strategy);
    const lines = changed.map(
      (c) =>
        `${formatTime(c.at)}  ${c.call}  ${strategies[c.strategy]}：${c.before} → ${strategies[strategy]}：${c.after}`,
    );
    const head = `${only.name}，${formatTime(from)} 至 ${formatTime(to)}：${decisions}次分配，其中${chosen}次由策略选择坐席`;
    return [
      head,
      ...lines,
      `改用“${strategies[strategy]}”后有${changed.length}次会分配给其他坐席。没有修改任何数据。`,
    ].join("\n");
  });
}
