/** 机器人列表: an enterprise's robots: who speaks for a flow, how it listens, and what happens when it cannot (inventory B14). */
import { number, object, string } from "yup";
import { crud } from "../crud.ts";
import { flagField, nameField, remarkField } from "../fields.ts";
import { flowVoiceField } from "../flows/parts.ts";
import { defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const press = (button: string) => roles(RoleTypes.administrators, { button });
const flag = () => number().oneOf([0, 1]).required();
const chosen = (label: string) => string().label(label).max(64).default("");

/** A robot line (robotApi) is capacity; a robot is none. */
export const robotAgentApi = defineResource(
  crud({
    name: "robotAgent",
    prefix: "/callin/api/v1/robot",
    noun: "robot",
    tag: "RobotAgent",
    row: object({
      id: string().required(),
      name: string().required(),
      /** 1: it speaks; 2: it has a picture too. */
      kind: number().oneOf([1, 2]).required(),
      flowId: string().required(),
      flowName: string().defined(),
      /** JSON text of a FlowVoice; '': the flow's own. */
      tts: string().defined(),
      /** '': the enterprise's own. */
      asrEngineId: string().defined(),
      /** '': its calls get no level. */
      intentionRuleId: string().defined(),
      intentionRuleName: string().defined(),
      /** Where a call goes that has no free line; '': nowhere. */
      fallbackGroupId: string().defined(),
      fallbackGroupName: string().defined(),
      enabled: flag(),
      remark: string().defined(),
    }),
    filters: {
      name: string().label("机器人名称").max(30),
      flowId: string().label("流程").max(64),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
    },
    sortable: ["name", "flowName"],
    fields: {
      name: nameField("机器人名称"),
      flowId: string().label("流程").max(64).required("请选择流程"),
      tts: flowVoiceField().default(""),
      asrEngineId: chosen("识别引擎"),
      intentionRuleId: chosen("意向规则"),
      fallbackGroupId: chosen("转接技能组"),
      enabled: flagField("启用").default(1),
      remark: remarkField(),
    },
    permission: {
      list: onPages(roles(RoleTypes.administrators), "/robotList"),
      add: press("robotAgent.add"),
      update: press("robotAgent.update"),
      delete: press("robotAgent.delete"),
    },
  }),
);
