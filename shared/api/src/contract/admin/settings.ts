/** Dictionaries, cascading options and the two logs (screens.md, "admin: system"); the help is in help.ts. */
import { array, boolean, number, object, string } from "yup";
import {
  defineEndpoint,
  defineResource,
  filesField,
  listOf,
  pageFields,
  roles,
  signedIn,
  timeouts,
  type Endpoint,
} from "../resource.ts";
import { dateTimeField } from "../validators.ts";
import { crudButtons, type PageButtons } from "./buttons.ts";
import { compField, countReply, crud, deleteBody, idField, idReply, listBody } from "./crud.ts";
import { flagField, lengthField, nameField, numberField, remarkField } from "./fields.ts";
import { exportReply } from "./files.ts";
import { helpEndpoints } from "./help.ts";
import { importReply } from "./imports.ts";

export * from "./help.ts";

const readers = roles([0, 1, 4]);
const tenants = roles([1, 4]);
const editors = (button: string) => roles([0, 1, 4], { button, operate: "dictionarie.edit" });

/** Whose a dictionary is: the installation's, which operators keep, or one enterprise's. */
export const dictionaryScopes = { installation: "全局", enterprise: "企业" } as const;
/** What an enterprise's dictionary does with the installation's of the same code. */
export const dictionaryModes = { extend: "补充全局字典", replace: "替换全局字典" } as const;

const code = () =>
  string()
    .label("字典编码")
    .trim()
    .required("请输入字典编码")
    .matches(/^[A-Za-z][\w.-]{1,39}$/, "字典编码为2到40位字母、数字、点、横线或下划线，以字母开头");
const itemFields = {
  dictionaryId: idField("字典"),
  value: lengthField("选项值", 60).required("请输入选项值"),
  label: lengthField("选项名称", 60).required("请输入选项名称"),
  sort: numberField("排序", { max: 99_999 }).required("请输入排序"),
  enabled: flagField("启用").required(),
  remark: remarkField(),
};
const itemTags = ["Dictionary"];
const item = object({
  id: string().required(),
  dictionaryId: string().required(),
  value: string().required(),
  label: string().required(),
  sort: number().required(),
  enabled: number().oneOf([0, 1]).required(),
  remark: string().defined(),
});

export const dictionarieApi = defineResource({
  ...crud({
    name: "dictionarie",
    prefix: "/ret/api/v1/dictionarie",
    noun: "dictionary",
    tag: "Dictionary",
    row: object({
      id: string().required(),
      code: string().required(),
      name: string().required(),
      scope: string().oneOf(["installation", "enterprise"]).required(),
      mode: string().oneOf(["extend", "replace"]).required(),
      remark: string().defined(),
      items: number().required(),
      editable: boolean().required(),
    }),
    filters: {
      keyword: lengthField("编码或名称", 40),
      scope: string().label("范围").oneOf(["", "installation", "enterprise"]),
    },
    sortable: ["code", "name"],
    fields: {
      code: code(),
      name: nameField("字典名称"),
      mode: string().label("与全局字典的关系").oneOf(["extend", "replace"]).default("extend"),
      remark: remarkField(),
    },
    permission: {
      list: readers,
      add: editors("dictionarie.add"),
      update: editors("dictionarie.update"),
      delete: editors("dictionarie.delete"),
    },
  }),
  items: defineEndpoint({
    name: "dictionarieItems",
    method: "POST",
    path: "/ret/api/v1/dictionarie/item/list",
    summary: "Items of a dictionary",
    permission: readers,
    reads: true,
    body: object({ compId: compField(), dictionaryId: idField("字典") }),
    reply: array().of(item).required(),
    tags: itemTags,
  }),
  itemAdd: defineEndpoint({
    name: "dictionarieItemAdd",
    method: "POST",
    path: "/ret/api/v1/dictionarie/item/add",
    summary: "Adds an item to a dictionary",
    permission: editors("dictionarie.update"),
    body: object({ compId: compField(), ...itemFields }),
    reply: idReply,
    tags: itemTags,
  }),
  itemUpdate: defineEndpoint({
    name: "dictionarieItemUpdate",
    method: "POST",
    path: "/ret/api/v1/dictionarie/item/update",
    summary: "Changes an item of a dictionary",
    permission: editors("dictionarie.update"),
    body: object({ compId: compField(), id: idField(), ...itemFields }),
    tags: itemTags,
  }),
  itemDelete: defineEndpoint({
    name: "dictionarieItemDelete",
    method: "POST",
    path: "/ret/api/v1/dictionarie/item/delete",
    summary: "Deletes items of a dictionary",
    permission: editors("dictionarie.update"),
    body: deleteBody(),
    reply: countReply,
    tags: itemTags,
  }),
  /** What a form offers: the installation's items with the enterprise's over them, enabled ones only, in order. Unknown codes have none. */
  options: defineEndpoint({
    name: "dictionarieOptions",
    method: "POST",
    path: "/ret/api/v1/dictionarie/options",
    summary: "Options of a dictionary by its code",
    permission: signedIn,
    reads: true,
    body: object({ compId: compField(), code: string().label("字典编码").required().max(40) }),
    reply: array()
      .of(object({ value: string().required(), label: string().required() }))
      .required(),
    tags: itemTags,
  }),
});

/** Levels of a cascade. */
export const cascadeDepth = 5;
export const cascadeLevels = ["一级", "二级", "三级", "四级", "五级"] as const;
const cascadeTags = ["Cascade"];
const cascadeRow = object({
  id: string().required(),
  parentId: string().defined(),
  name: string().required(),
  level: number().required(),
  sort: number().required(),
  children: number().required(),
});

export const cascadeApi = defineResource({
  ...crud({
    name: "cascade",
    prefix: "/crm/api/v1/cascade",
    noun: "cascading option",
    tag: "Cascade",
    row: cascadeRow,
    /** One level: the children of parentId, or ('') the tops, those that hold the keyword. A keyword without parentId: every option that holds it, whatever its level. */
    filters: { parentId: string().label("上级").max(64), keyword: lengthField("名称", 60) },
    fields: {
      parentId: string().label("上级").max(64),
      name: lengthField("名称", 60).required("请输入名称"),
      sort: numberField("排序", { max: 99_999_999 }),
    },
    permission: {
      list: tenants,
      add: roles([1, 4], { button: "cascade.add" }),
      update: roles([1, 4], { button: "cascade.update" }),
      delete: roles([1, 4], { button: "cascade.delete" }),
    },
  }),
  /** One place up or down among its siblings. */
  move: defineEndpoint({
    name: "cascadeMove",
    method: "POST",
    path: "/crm/api/v1/cascade/move",
    summary: "Moves a cascading option among its siblings",
    permission: roles([1, 4], { button: "cascade.update" }),
    body: object({ compId: compField(), id: idField(), step: number().label("移动").oneOf([-1, 1]).required() }),
    tags: cascadeTags,
  }),
  /** Rows are paths from the top: columns 一级 to 五级; what is there already stays. */
  importData: defineEndpoint({
    name: "cascadeImport",
    method: "POST",
    path: "/crm/api/v1/cascade/importData",
    summary: "Imports cascading options from a workbook",
    permission: roles([1, 4], { button: "cascade.import" }),
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({ compId: compField(), files: filesField() }),
    reply: importReply,
    tags: cascadeTags,
  }),
  importTemplate: defineEndpoint({
    name: "cascadeImportTemplate",
    method: "GET",
    path: "/crm/api/v1/cascade/importTemplate",
    summary: "An empty workbook for the import",
    permission: tenants,
    produces: "binary",
  }),
  /** What forms load, a level at a time. */
  options: defineEndpoint({
    name: "queryByParentId",
    method: "POST",
    path: "/crm/api/v1/formData/queryByParentId",
    summary: "Cascading options under a parent",
    permission: roles([1, 2, 3, 4]),
    reads: true,
    body: object({
      ...pageFields,
      compId: compField(),
      parentId: string().label("上级").max(64),
      keyword: lengthField("名称", 60),
    }),
    reply: listOf(object({ id: string().required(), name: string().required(), leaf: boolean().required() })),
    tags: cascadeTags,
  }),
});

/** Results of a sign-in, as modules/auth writes them. */
export const loginResults = {
  ok: "登录成功",
  "bad-captcha": "验证码错误",
  "bad-password": "密码错误",
  locked: "账号已锁定",
  disabled: "账号或企业已停用",
  unknown: "账号不存在",
} as const;
export type LoginResult = keyof typeof loginResults;

const logRange = { startTime: dateTimeField("开始时间"), endTime: dateTimeField("结束时间") };

export const loginLogFilters = {
  ...logRange,
  account: lengthField("账号", 40),
  result: string()
    .label("结果")
    .oneOf(["", ...Object.keys(loginResults)]),
};
export const loginLogApi = defineResource({
  list: defineEndpoint({
    name: "loginLogList",
    method: "POST",
    path: "/pbx/api/v1/loginLog/list",
    summary: "Sign-ins, newest first",
    permission: readers,
    reads: true,
    tags: ["LoginLog"],
    body: listBody(loginLogFilters, ["time"]),
    reply: listOf(
      object({
        id: string().required(),
        time: string().required(),
        compId: string().required(),
        compName: string().defined(),
        account: string().defined(),
        name: string().defined(),
        address: string().defined(),
        device: string().defined(),
        result: string().required(),
        resultText: string().required(),
      }),
    ),
  }),
  export: defineEndpoint({
    name: "loginLogExport",
    method: "POST",
    path: "/pbx/api/v1/loginLog/export",
    summary: "Exports sign-ins as a job; filters as in the list",
    permission: roles([0, 1, 4], { button: "loginlog.export", purview: "export" }),
    body: object({ compId: compField(), ...loginLogFilters }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});

/** Actions of the operation log that are no verb of their own endpoint. */
export const operationActions: Readonly<Record<string, string>> = {
  add: "新增",
  update: "编辑",
  delete: "删除",
  enable: "启用",
  disable: "停用",
  disEnable: "停用",
  import: "导入",
  importData: "导入",
  export: "导出",
  grant: "授权",
  withdraw: "收回权限",
  purview: "业务权限",
  resetPassword: "重置密码",
  reloadPassword: "重置密码",
  reveal: "查看号码",
  enter: "进入企业",
  leave: "退出企业",
  recharge: "充值",
  move: "移动",
  copy: "复制",
  sync: "同步",
  allot: "分配",
  bind: "绑定",
  unbind: "解绑",
  upload: "上传",
  publish: "发布",
  retry: "重新推送",
  test: "测试",
  set: "设置",
  showForm: "显示表单",
  disShowForm: "隐藏表单",
  consume: "扣费",
  addMember: "添加成员",
  deleteMember: "移除成员",
  saveMaxSession: "设置会话上限",
  renewPassword: "重置密码",
  addMembers: "添加成员",
  removeMembers: "移除成员",
  assign: "分配",
  allocate: "分配",
  takeAway: "收回",
  adjust: "调整余额",
  setDefault: "设为默认",
};

/** Kinds of things that the operation log knows. */
export const operationObjects: Readonly<Record<string, string>> = {
  enterprise: "企业",
  company: "企业",
  operator: "运营单位",
  operationUnit: "运营单位",
  account: "账号",
  role: "角色",
  menu: "菜单",
  recharge: "充值",
  consumption: "消费",
  seat: "坐席",
  agent: "坐席",
  agentGroup: "坐席组",
  agentGroupMember: "坐席组成员",
  seatGroup: "坐席组",
  extension: "分机",
  accessNumber: "接入号码",
  accessNum: "接入号码",
  skillGroup: "技能组",
  skillGroupMember: "技能组成员",
  dispatchQueue: "调度队列",
  dispatchGroup: "调度队列",
  timeRule: "时间规则",
  customStatus: "自定义状态",
  seatCustomStatus: "自定义状态",
  voice: "语音",
  voiceResource: "语音资源",
  routeNode: "路由节点",
  routeGroup: "路由节点组",
  routeConfig: "路由配置",
  routeOut: "外呼路由",
  callLimit: "呼叫限制",
  callBarring: "呼叫限制",
  blackList: "黑名单",
  dictionarie: "数据字典",
  dictionarieItem: "字典选项",
  cascade: "级联选项",
  interfaceConfig: "外部接口",
  interfaceAllowance: "接口地址许可",
  interfaceDelivery: "接口推送",
  help: "帮助文档",
  file: "文件",
  fileDownload: "文件下载",
  callRecord: "通话记录",
  session: "登录会话",
  export: "数据导出",
  ledger: "账单",
  operatorAccount: "运营账号",
  operatorUnit: "运营单位",
  seatSetting: "坐席设置",
  seatStatus: "自定义状态",
  smsAccount: "短信账号",
  callNotifyLimit: "通知限制",
  password: "密码",
  phone: "号码",
  contacterConf: "联系人字段",
  contacterData: "联系人",
  contacts: "通讯录",
  robot: "机器人线路",
};

export const operateLogFilters = {
  ...logRange,
  user: lengthField("操作人", 40),
  object: string().label("对象").max(40),
  action: string().label("操作").max(40),
  keyword: lengthField("对象名称", 60),
};
/** One changed field: label as people read it, values as text; null where there was none. */
const changedField = object({
  field: string().required(),
  label: string().required(),
  before: string().nullable().defined(),
  after: string().nullable().defined(),
});
export const operateLogApi = defineResource({
  list: defineEndpoint({
    name: "operateLogList",
    method: "POST",
    path: "/pbx/api/v1/operateLog/list",
    summary: "Who changed what, newest first",
    permission: readers,
    reads: true,
    tags: ["OperateLog"],
    body: listBody(operateLogFilters, ["time"]),
    reply: listOf(
      object({
        id: string().required(),
        time: string().required(),
        compId: string().required(),
        compName: string().defined(),
        user: string().defined(),
        name: string().defined(),
        module: string().defined(),
        action: string().required(),
        actionText: string().required(),
        object: string().required(),
        objectText: string().required(),
        objectName: string().defined(),
        address: string().defined(),
        changes: array().of(changedField).required(),
      }),
    ),
  }),
  export: defineEndpoint({
    name: "operateLogExport",
    method: "POST",
    path: "/pbx/api/v1/operateLog/export",
    summary: "Exports the operation log as a job; filters as in the list",
    permission: roles([0, 1, 4], { button: "operatelog.export", purview: "export" }),
    body: object({ compId: compField(), ...operateLogFilters }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});

export const settingsEndpoints: readonly Endpoint[] = [
  ...Object.values(dictionarieApi),
  ...Object.values(cascadeApi),
  ...Object.values(loginLogApi),
  ...Object.values(operateLogApi),
  ...helpEndpoints,
];

export const settingsButtons: PageButtons = {
  "/dictionarie": crudButtons("dictionarie", ["A"]),
  "/cascademanage": [...crudButtons("cascade", ["A"]), { code: "cascade.import", name: "导入", who: ["A"] }],
  "/loginlog": [{ code: "loginlog.export", name: "导出", who: ["O", "A"] }],
  "/operatelog": [{ code: "operatelog.export", name: "导出", who: ["O", "A"] }],
};
