/** How two texts of a flow differ, as it is answered. */
import { array, object, string, type InferType } from "yup";

const change = () => string().oneOf(["added", "removed", "changed"]).required();

export const diffReply = object({
  nodes: array()
    .of(
      object({
        change: change(),
        subProcessId: string().defined(),
        subProcessName: string().defined(),
        nodeId: string().required(),
        nodeName: string().defined(),
        nodeType: string().defined(),
        /** Of a changed one, what of it: 名称, 属性, 分支, 话术, 位置. */
        what: array().of(string().required()).required(),
      }),
    )
    .required(),
  wordings: array()
    .of(
      object({
        change: change(),
        nodeId: string().defined(),
        nodeName: string().defined(),
        talkKey: string().required(),
        before: string().defined(),
        after: string().defined(),
      }),
    )
    .required(),
  /** Of the flow as a whole: 变量, 全局话术, 问答, 音色, 表单, 子流程. */
  others: array()
    .of(object({ what: string().required(), before: string().defined(), after: string().defined() }))
    .required(),
});
export type FlowDiff = InferType<typeof diffReply>;
