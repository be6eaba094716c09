/** Kinds, actions and fields of the operation log in the words of the contracts. */
import { allEndpoints } from "@liantai/api/contract/all";
import { adminButtons, businessPurviews, operationActions, operationObjects } from "@liantai/api/contract/admin";
import type { ObjectSchema } from "yup";

export const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Fields that the rows call otherwise than the forms do. */
const more: Readonly<Record<string, string>> = {
  compId: "企业编号",
  agentId: "坐席工号",
  roleType: "账号类型",
  roleId: "角色",
  groupId: "坐席组",
  userName: "登录名",
  nickName: "姓名",
  enabled: "启用",
  parent: "上级",
  sort: "排序",
  balance: "余额",
  members: "成员",
  ids: "编号",
  reason: "原因",
  password: "密码",
  secret: "密钥",
  events: "事件",
  items: "选项",
  url: "地址",
  ports: "端口",
  body: "内容",
  title: "标题",
  remark: "备注",
  name: "名称",
  added: "新增",
  removed: "收回",
  menus: "菜单",
  callType: "限制方向",
  createdAt: "添加时间",
  createdBy: "添加人",
  checkedAt: "检测时间",
  latencyMs: "响应毫秒数",
  stateText: "检测详情",
  passwordSealed: "注册密码",
  nodeId: "节点",
  weight: "权重",
  overflowFullId: "队列满时转至的对象",
  overflowWaitId: "等待超时转至的对象",
  overflowAbsentId: "无坐席签入时转至的对象",
  overflowFullKind: "队列满时转至",
  overflowWaitKind: "等待超时转至",
  overflowAbsentKind: "无坐席签入时转至",
  announceEveryS: "位置播报间隔",
  fallback: "其他时间",
  target: "转至",
  timeRule: "时间规则",
  greeting: "问候语",
  greetingVoice: "问候语音",
  timeRuleId: "时间规则编号",
  durationMs: "毫秒数",
  bytes: "字节数",
  characters: "字数",
  labelName: "选项名称",
  labelValue: "选项值",
  ownerName: "所有者",
  ownerId: "所有者编号",
  count: "数量",
  skipped: "已存在",
  admin: "管理员",
  days: "日期",
  ranges: "时段",
  date: "日期",
  from: "开始",
  to: "结束",
  ...Object.fromEntries(businessPurviews.map(({ key, name }) => [key, name])),
};

/** Fields whose word in other forms is another. */
const special: Readonly<Record<string, string>> = {
  "operatorUnit.parentId": "上级单位",
  "agentGroup.parentId": "上级组",
  "interfaceAllowance.target": "主机或网段",
};

/** Endpoint names begin with the resource: labels of its own forms win over those of others. */
function collect(): { readonly own: ReadonlyMap<string, string>; readonly any: ReadonlyMap<string, string> } {
  const own = new Map<string, string>();
  const any = new Map<string, string>(Object.entries(more));
  for (const { name, body } of allEndpoints) {
    if (!body) continue;
    const resource = /^(.+?)(?:Add|Update|Save|Set)(?:[A-Z].*)?$/.exec(name)?.[1];
    for (const [field, schema] of Object.entries((body as ObjectSchema<object>).fields ?? {})) {
      const label = (schema as { spec?: { label?: string } }).spec?.label;
      if (!label) continue;
      if (resource) own.set(`${resource}.${field}`, label);
      if (!any.has(field)) any.set(field, label);
    }
  }
  return { own, any };
}

let labels: ReturnType<typeof collect> | undefined;

/** As people read it; the field's own name where no contract has a word for it. */
export function fieldLabel(object: string, field: string): string {
  // At first need: the contract is large, and most processes never show a log.
  labels ??= collect();
  const name = camel(field);
  return special[`${object}.${name}`] ?? labels.own.get(`${object}.${name}`) ?? labels.any.get(name) ?? field;
}

const buttonNames = new Map(
  Object.values(adminButtons)
    .flat()
    .map(({ code, name }) => [code.slice(code.indexOf(".") + 1), name]),
);

export const objectText = (object: string): string => operationObjects[object] ?? object;
export const actionText = (action: string): string => operationActions[action] ?? buttonNames.get(action) ?? action;

/** What reads the same: 坐席 is both a seat and an agent. */
const alike = (labels: Readonly<Record<string, string>>, key: string): readonly string[] => [
  key,
  ...Object.keys(labels).filter(
    (other) => other !== key && labels[other] !== undefined && labels[other] === labels[key],
  ),
];
export const objectsLike = (object: string): readonly string[] => alike(operationObjects, object);
export const actionsLike = (action: string): readonly string[] => alike(operationActions, action);
