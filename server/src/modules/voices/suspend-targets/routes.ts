import type { BodyOf } from "@liantai/api/contract";
import { suspendTargetApi } from "@liantai/api/contract/admin";
import { crudRoutes } from "../../../http/crud.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Route } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { findVoice } from "../repository.ts";
import { suspendTargetStore, type ListedSuspendTarget, type NewSuspendTarget } from "./repository.ts";

type Body = BodyOf<typeof suspendTargetApi.add>;

async function toRow(trx: Trx, body: Body, _before: unknown, compId: string): Promise<NewSuspendTarget> {
  if (body.voiceId !== "" && !(await findVoice(trx, compId, body.voiceId)))
    throw fieldRefusal("voiceId", "语音", "语音不存在");
  const { name, enabled, text, voiceId, want, leastDigits, mostDigits, seconds, turns, dataKey, remark } = body;
  const secret = want === "digits" ? body.secret : 0;
  return {
    ...{ name, enabled, text, voiceId, want, leastDigits, mostDigits, seconds, turns, dataKey, remark, secret },
    options: want === "choice" ? body.options.map(({ key, name: shown }) => ({ key, name: shown })) : [],
    // What is secret is on no recording, whatever was chosen before.
    recorded: secret === 1 ? 0 : body.recorded,
  };
}

const present = ({ compId: _, options, ...row }: ListedSuspendTarget) => ({ ...row, options: [...options] });

export function suspendTargetRoutes(deps: AdministrationDeps): readonly Route[] {
  const targets = crudService({
    deps,
    object: "suspendTarget",
    scope: "enterprise",
    store: suspendTargetStore,
    toRow,
    present,
    key: { path: "name", label: "目标名称", of: (row) => row.name },
  });
  return crudRoutes(suspendTargetApi, targets);
}
