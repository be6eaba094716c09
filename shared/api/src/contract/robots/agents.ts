/**
 * 机器人列表: an enterprise's robots: who speaks for a flow, how it listens, and what happens when it cannot (inventory B14). Those of kind
 * 2 are digital humans (B15): robots with a picture, which the product shows and does not move.
 */
import { array, number, object, string } from "yup";
import { compField, crud, idField, listBody } from "../crud.ts";
import { listPages as taskListPages } from "../dialling/parts.ts";
import { flagField, nameField, remarkField } from "../fields.ts";
import { flowVoiceField } from "../flows/parts.ts";
import { uploadBytes } from "../file-rules.ts";
import { defineEndpoint, defineResource, filesField, listOf, onPages, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const press = (button: string) => roles(RoleTypes.administrators, { button });
const listed = onPages(roles(RoleTypes.administrators), "/robotList");
const flag = () => number().oneOf([0, 1]).required();
const chosen = (label: string) => string().label(label).max(64).default("");

export const robotKinds = { voice: 1, digitalHuman: 2 } as const;
/** What a picture of a digital human may be. */
export const robotPictures = ["jpg", "jpeg", "png"] as const;

const row = object({
  id: string().required(),
  name: string().required(),
  /** 1: it speaks; 2: it has a picture too. */
  kind: number().oneOf([1, 2]).required(),
  /** Id of the uploaded picture; '': it has none. */
  pictureId: string().defined(),
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
});

const filters = {
  name: string().label("机器人名称").max(30),
  flowId: string().label("流程").max(64),
  enabled: string().label("状态").oneOf(["", "0", "1"]),
};
const sortable = ["name", "flowName"] as const;

/** A robot line (robotApi) is capacity; a robot is none. */
export const robotAgentApi = defineResource(
  crud({
    name: "robotAgent",
    prefix: "/callin/api/v1/robot",
    noun: "robot",
    tag: "RobotAgent",
    row,
    filters: { ...filters, kind: string().label("类型").oneOf(["", "1", "2"]) },
    sortable,
    fields: {
      name: nameField("机器人名称"),
      kind: number().label("类型").oneOf([1, 2], "请选择类型").default(1),
      /** Of a digital human, from robotPictureApi.upload. */
      pictureId: chosen("形象图片"),
      flowId: string().label("流程").max(64).required("请选择流程"),
      tts: flowVoiceField().default(""),
      asrEngineId: chosen("识别引擎"),
      intentionRuleId: chosen("意向规则"),
      fallbackGroupId: chosen("转接技能组"),
      enabled: flagField("启用").default(1),
      remark: remarkField(),
    },
    permission: {
      list: onPages(listed, "/robotList", ...taskListPages),
      add: press("robotAgent.add"),
      update: press("robotAgent.update"),
      delete: press("robotAgent.delete"),
    },
  }),
);

/** The same robots, those of kind 2. */
export const digitalHumanApi = defineResource({
  list: defineEndpoint({
    name: "digitalHumanList",
    method: "POST",
    path: "/callin/api/v1/digitalhuman/list",
    summary: "List of digital humans",
    permission: listed,
    reads: true,
    body: listBody(filters, sortable),
    reply: listOf(row),
    tags: ["RobotAgent"],
  }),
});

export const robotPictureApi = defineResource({
  /** A picture that no robot has a day later goes again. */
  upload: defineEndpoint({
    name: "robotPictureUpload",
    method: "POST",
    path: "/callin/api/v1/robot/upload",
    summary: "Uploads the picture of a digital human",
    permission: listed,
    encoding: "multipart",
    maxBytes: uploadBytes,
    maxFiles: 1,
    timeoutMs: timeouts.upload,
    body: object({ compId: compField(), files: filesField("图片") }),
    reply: object({
      files: array()
        .of(object({ id: string().required(), name: string().required() }))
        .required(),
    }),
  }),
  /** With the session's token; the page makes a picture of it. */
  picture: defineEndpoint({
    name: "robotPicture",
    method: "GET",
    path: "/callin/api/v1/robot/picture",
    summary: "The picture of a digital human",
    permission: listed,
    query: object({ id: idField(), compId: compField() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
});
