/** 机器人监控 as the page asks it once; what becomes of the calls is pushed (realtime/robots.ts). */
import { formatDate, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { robotMonitorApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../http/company.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { linesOf } from "./lines-repository.ts";
import { shownRobotCall, shownSaid } from "./present.ts";

type Api = typeof robotMonitorApi;

export async function robotsNow(
  { ports, engine }: Pick<AdministrationDeps, "ports" | "engine">,
  { compId: named }: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, named);
  const lines = await ports.database.tenant(compId, (trx) => linesOf(trx, compId));
  const { at, calls } = await engine.robots(compId);
  const today = formatDate(ports.clock.now());
  const hide = hidesNumbers(caller);
  return {
    at,
    lines: lines.map(({ id, name, concurrency, enabled, expiresOn }) => {
      const expired = enabled && expiresOn !== "" && expiresOn < today;
      return { id, name, concurrency, serves: enabled && !expired, expired };
    }),
    calls: calls.map(({ dialogue, ...call }) => {
      const { variables, ...shown } = shownRobotCall(call, hide);
      return { ...shown, variables: [...variables], dialogue: shownSaid(dialogue, hide) };
    }),
  };
}
