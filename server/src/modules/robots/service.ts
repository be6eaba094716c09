/** 机器人列表: what a robot is made of is the enterprise's own and there. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { robotKinds, type digitalHumanApi, type robotAgentApi } from "@liantai/api/contract/flow-editor";
import { flowTypes } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import type { CrudService } from "../../http/crud.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { crudService } from "../crud/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { usableEngines } from "../engines/index.ts";
import { settlePicture } from "./pictures.ts";
import {
  findGroup,
  findRule,
  holdFlow,
  robotStore,
  type RobotListed,
  type RobotNew,
  type RobotRow,
} from "./repository.ts";

type Body = BodyOf<typeof robotAgentApi.add>;

/** Throws AppError 'invalid' at the field. */
async function toRow(
  deps: AdministrationDeps,
  trx: Trx,
  body: Body,
  before: RobotRow | undefined,
  compId: string,
): Promise<RobotNew> {
  const { name, flowId, kind = robotKinds.voice, tts = "", asrEngineId = "", enabled = 1, remark = "" } = body;
  const flow = await holdFlow(trx, compId, flowId);
  if (!flow) throw fieldRefusal("flowId", "流程", "流程不存在或已被删除");
  if (flow.flowType !== flowTypes.robot)
    throw fieldRefusal("flowId", "流程", `流程“${flow.name}”不是机器人流程，不能用于机器人`);
  if (flow.enabled === 0 && before?.flowId !== flowId) throw fieldRefusal("flowId", "流程", `流程“${flow.name}”已停用`);
  const intentionRuleId = body.intentionRuleId || null;
  const fallbackGroupId = body.fallbackGroupId || null;
  if (intentionRuleId && !(await findRule(trx, compId, intentionRuleId)))
    throw fieldRefusal("intentionRuleId", "意向规则", "意向规则不存在或已被删除");
  const group = fallbackGroupId ? await findGroup(trx, compId, fallbackGroupId) : undefined;
  if (fallbackGroupId && !group) throw fieldRefusal("fallbackGroupId", "转接技能组", "技能组不存在或已被删除");
  if (group?.enabled === 0 && before?.fallbackGroupId !== fallbackGroupId)
    throw fieldRefusal("fallbackGroupId", "转接技能组", "技能组已停用");
  // Who is none has no picture, whatever was sent.
  const pictureId = kind === robotKinds.digitalHuman ? body.pictureId || null : null;
  if (kind === robotKinds.digitalHuman && pictureId === null)
    throw fieldRefusal("pictureId", "形象图片", "请上传数字人的形象图片");
  await settlePicture(deps, trx, compId, before, pictureId);
  return { name, kind, pictureId, flowId, tts, asrEngineId, intentionRuleId, fallbackGroupId, enabled, remark };
}

const present = (row: RobotListed) => ({
  id: row.id,
  name: row.name,
  kind: row.kind === 2 ? (2 as const) : (1 as const),
  pictureId: row.pictureId ?? "",
  flowId: row.flowId,
  flowName: row.flowName ?? "",
  tts: row.tts,
  asrEngineId: row.asrEngineId,
  intentionRuleId: row.intentionRuleId ?? "",
  intentionRuleName: row.intentionRuleName ?? "",
  fallbackGroupId: row.fallbackGroupId ?? "",
  fallbackGroupName: row.fallbackGroupName ?? "",
  enabled: row.enabled === 1 ? (1 as const) : (0 as const),
  remark: row.remark,
});

/** Asked before the transaction of the change: engines stand outside every enterprise. Throws AppError 'invalid' at the field. */
async function checkEngines({ ports }: AdministrationDeps, compId: string, { tts = "", asrEngineId = "" }: Body) {
  const speaks = tts === "" ? "" : (JSON.parse(tts) as { readonly engineId: string }).engineId;
  if (speaks === "" && asrEngineId === "") return;
  const usable = await usableEngines(ports, compId);
  const has = (kind: "tts" | "asr", id: string) =>
    id === "" || usable.some((row) => row.kind === kind && row.id === id);
  if (!has("tts", speaks)) throw fieldRefusal("tts", "音色", "所选的合成引擎没有分配给本企业");
  if (!has("asr", asrEngineId)) throw fieldRefusal("asrEngineId", "识别引擎", "所选的识别引擎没有分配给本企业");
}

type DigitalHumans = typeof digitalHumanApi;

interface RobotAgents extends CrudService<typeof robotAgentApi> {
  digital(body: BodyOf<DigitalHumans["list"]>, context: RequestContext): Promise<ReplyOf<DigitalHumans["list"]>>;
}

export function createRobotAgents(deps: AdministrationDeps): RobotAgents {
  const plain = crudService({
    deps,
    object: "robotAgent",
    scope: "enterprise",
    store: {
      ...robotStore,
      async remove(trx, compId, id) {
        await settlePicture(deps, trx, compId, await robotStore.find(trx, compId, id), null);
        return robotStore.remove(trx, compId, id);
      },
    },
    toRow: (trx, body: Body, before, compId) => toRow(deps, trx, body, before, compId),
    present,
    key: { path: "name", label: "机器人名称", of: (row) => row.name },
  });
  return {
    ...plain,
    digital: (body, context) => plain.list({ ...body, kind: String(robotKinds.digitalHuman) }, context),
    async add(body, context) {
      await checkEngines(deps, compOf(context.caller, body.compId), body);
      return plain.add(body, context);
    },
    async update(body, context) {
      await checkEngines(deps, compOf(context.caller, body.compId), body);
      return plain.update(body, context);
    },
  };
}
