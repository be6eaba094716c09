/** 调度队列: skill groups that are tried one after the other. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, countReply, crud, idField } from "../crud.ts";
import { flagField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, pageFields, roles, onPages } from "../resource.ts";
import { admins } from "./parts.ts";
import { overflowKinds, overflowTexts, targetField, targetRow } from "./targets.ts";

const dispatchGroupFields = {
  name: nameField("调度队列名称"),
  enabled: flagField("状态").required(),
  /** Over all its groups; 0: as long as they like. */
  maxWaitS: numberField("最长等待时间", { max: 86_400 }).required(),
  overflowFull: targetField(overflowTexts.full, overflowKinds),
  overflowWait: targetField(overflowTexts.wait, overflowKinds),
  overflowAbsent: targetField(overflowTexts.absent, overflowKinds),
  remark: remarkField().defined(),
};

export const dispatchGroupApi = {
  ...crud({
    name: "dispatchGroup",
    prefix: "/pbx/api/v1/dispatchgroup",
    noun: "dispatch queue",
    tag: "DispatchGroup",
    row: object({
      id: string().required(),
      name: string().required(),
      enabled: number().required(),
      maxWaitS: number().required(),
      overflowFull: targetRow,
      overflowWait: targetRow,
      overflowAbsent: targetRow,
      remark: string().defined(),
      /** Skill groups in it. */ groups: number().required(),
    }),
    filters: { name: string().label("调度队列名称").max(30), enabled: number().label("状态").oneOf([0, 1]) },
    sortable: ["name", "maxWaitS", "enabled"],
    fields: dispatchGroupFields,
    permission: {
      list: onPages(
        roles(RoleTypes.administrators),
        "/dispatchqueue",
        "/dispatchQueueallotskill",
        "/setDnis",
        "/skillgroup",
      ),
      add: admins("dispatchGroup.add"),
      update: admins("dispatchGroup.update"),
      delete: admins("dispatchGroup.delete"),
    },
  }),
};

/** A call waits in the first group; each next one is added `nextAfterS` seconds after the one before, and the call waits in all. */
const nextAfterField = () => numberField("等待秒数", { max: 3_600 });
const dispatchIds = { compId: compField(), dispatchGroupId: idField("调度队列") };
const dispatchTags = ["DispatchGroup", "DispatchGroupMember"];

export const dispatchGroupMemberApi = defineResource({
  /** In the order they are tried. */
  list: defineEndpoint({
    name: "dispatchGroupMemberList",
    method: "POST",
    path: "/pbx/api/v1/dispatchGroupMember/list",
    summary: "Skill groups of a dispatch queue",
    permission: onPages(roles(RoleTypes.administrators), "/dispatchQueueallotskill", "/dispatchqueue"),
    reads: true,
    body: object({ ...pageFields, ...dispatchIds }),
    reply: listOf(
      object({
        skillGroupId: string().required(),
        name: string().required(),
        enabled: number().required(),
        members: number().required(),
        sort: number().required(),
        nextAfterS: number().required(),
      }),
    ),
    tags: dispatchTags,
  }),
  /** At the end, in the order given. */
  add: defineEndpoint({
    name: "dispatchGroupMemberAdd",
    method: "POST",
    path: "/pbx/api/v1/dispatchGroupMember/add",
    summary: "Puts skill groups into a dispatch queue",
    permission: admins("dispatchGroup.allot"),
    body: object({
      ...dispatchIds,
      skillGroupIds: array().label("技能组").of(string().required().max(64)).min(1, "请选择技能组").max(50).required(),
      nextAfterS: nextAfterField().default(30),
    }),
    reply: countReply,
    tags: dispatchTags,
  }),
  /** The whole queue as it shall be: order of the list, seconds of each. Groups that are not named leave it. */
  update: defineEndpoint({
    name: "dispatchGroupMemberUpdate",
    method: "POST",
    path: "/pbx/api/v1/dispatchGroupMember/update",
    summary: "Order and seconds of the skill groups of a dispatch queue",
    permission: admins("dispatchGroup.allot"),
    body: object({
      ...dispatchIds,
      members: array()
        .label("技能组")
        .of(object({ skillGroupId: idField("技能组"), nextAfterS: nextAfterField().required() }))
        .max(50)
        .required(),
    }),
    reply: countReply,
    tags: dispatchTags,
  }),
  delete: defineEndpoint({
    name: "dispatchGroupMemberDelete",
    method: "POST",
    path: "/pbx/api/v1/dispatchGroupMember/delete",
    summary: "Takes skill groups out of a dispatch queue",
    permission: admins("dispatchGroup.allot"),
    body: object({
      ...dispatchIds,
      skillGroupIds: array().label("技能组").of(string().required().max(64)).min(1, "请选择技能组").max(50).required(),
    }),
    reply: countReply,
    tags: dispatchTags,
  }),
});
