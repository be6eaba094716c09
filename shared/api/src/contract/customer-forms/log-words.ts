/** What the operation log says of forms and records: 操作日志 offers it without the rest of the area. */
import type { LogWords } from "../area.ts";

export const formWords: LogWords = {
  objects: { customerForm: "表单", formRecord: "表单数据", intentionLevel: "意向等级" },
  actions: {
    publish: "发布",
    setPopup: "设置弹屏",
    setRoleFields: "设置角色字段",
    mark: "标记意向",
    followUp: "跟进意向",
    restore: "还原",
    purge: "彻底删除",
    lookup: "来电查询",
    push: "推送",
  },
  fields: { popup: "弹屏", fields: "字段", levels: "等级", level: "等级", score: "得分" },
};
