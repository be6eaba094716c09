/** Robot lines: operators give them to enterprises, whose administrators see their own. */
import { AppError, type BodyOf, isOperator, formatDate } from "@liantai/api/contract";
import type { robotApi } from "@liantai/api/contract/flow-editor";
import { compListOf } from "../../http/company.ts";
import type { CrudService } from "../../http/crud.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";

import { crudService } from "../crud/index.ts";
import { countRobots, listRobots, lockEnterprise, robotStore, type RobotRow } from "./repository.ts";

type Body = BodyOf<typeof robotApi.add>;

async function toRow(trx: Trx, body: Body, before: RobotRow | undefined, compId: string) {
  const enterprise = await lockEnterprise(trx, compId);
  if (!enterprise) throw new AppError("notFound", "企业不存在");
  const { maxRobots: max } = enterprise;
  if (!before && max > 0 && (await countRobots(trx, compId)) >= max)
    throw new AppError("refused", `机器人数已达上限（${max}个）`);
  return {
    name: body.name,
    concurrency: body.concurrency,
    expiresOn: body.expiresOn ?? "",
    enabled: body.enabled,
    remark: body.remark ?? "",
  };
}

export function createRobotService({ ports, audit }: AdministrationDeps): CrudService<typeof robotApi> {
  const plain = crudService({
    deps: { ports, audit },
    object: "robot",
    scope: "enterprise",
    store: robotStore,
    toRow,
    present: (row: RobotRow) => row,
    key: { path: "name", label: "线路名称", of: (row) => row.name },
  });
  return {
    ...plain,
    async list(body, { caller }) {
      const companies = compListOf(caller, body.compId);
      // system: operators read over several enterprises; compListOf has decided which.
      const { rows, total } = await (isOperator(caller)
        ? ports.database.system((trx) => listRobots(trx, companies, body))
        : ports.database.tenant(caller.compId, (trx) => listRobots(trx, companies, body)));
      const today = formatDate(ports.clock.now());
      const list = rows.map((row) => ({
        id: row.id,
        compId: row.compId,
        compName: row.compName,
        name: row.name,
        concurrency: row.concurrency,
        expiresOn: row.expiresOn,
        expired: row.expiresOn !== "" && row.expiresOn < today,
        enabled: row.enabled,
        remark: row.remark,
      }));
      return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
    },
  };
}
