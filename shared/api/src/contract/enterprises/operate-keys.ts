/** The keys of the permission map empowerJson of operators (console.md section 6). */

export interface OperateKey {
  readonly key: string;
  readonly label: string;
}

type Group = { readonly name: string; readonly keys: readonly OperateKey[] };

/** A group of keys, key to label. */
const group = (name: string, keys: Readonly<Record<string, string>>): Group => ({
  name,
  keys: Object.entries(keys).map(([key, label]) => ({ key, label })),
});

/**
 * Every key of empowerJson, by the group an operator's permission map shows it in. An endpoint names its key in its permission:
 * `operate` (the flag operator opens all of those) or `account` (the flag isSys does). A test compares both sides.
 */
export const operateKeyGroups: readonly Group[] = [
  group("企业管理", {
    "enterprise.add": "新增企业",
    "enterprise.update": "编辑企业",
    "enterprise.delete": "删除企业",
    "enterprise.enable": "启用、停用企业",
    "enterprise.form": "显示、隐藏表单",
    "enterprise.enter": "进入企业",
    "enterprise.sms": "短信账号设置",
  }),
  group("企业充值", {
    "enterprise.recharge": "充值",
    "enterprise.adjust": "余额调整",
  }),
  group("企业管理员", {
    "enterpriseAdmin.add": "新增",
    "enterpriseAdmin.update": "编辑",
    "enterpriseAdmin.password": "重置密码",
    "enterpriseAdmin.delete": "删除",
  }),
  group("运营单位", {
    "unit.add": "新增",
    "unit.update": "编辑",
    "unit.delete": "删除",
    "unit.assign": "分配企业",
  }),
  group("运营账号", {
    "operateAccount.add": "新增",
    "operateAccount.update": "编辑",
    "operateAccount.password": "重置密码",
    "operateAccount.delete": "删除",
  }),
  group("菜单", {
    "menu.add": "新增",
    "menu.update": "编辑",
    "menu.delete": "删除",
    "menu.sync": "菜单同步",
  }),
  group("角色", {
    "role.addOpt": "新增运营角色",
    "role.addComp": "新增企业角色",
    "role.update": "编辑",
    "role.delete": "删除",
    "role.grant": "授权",
  }),
  group("接入号码", {
    "accessNum.add": "新增",
    "accessNum.update": "编辑",
    "accessNum.delete": "删除",
    "accessNum.allocate": "分配",
  }),
  group("版本管理", {
    "version.release": "发布、回退版本",
    "version.key": "发布密钥",
  }),
  group("平台设置", {
    "route.edit": "线路与路由",
    "robot.edit": "机器人线路",
    "engine.edit": "语音引擎",
    "engine.allot": "语音引擎分配",
    "systemBlack.edit": "系统黑名单",
    "dictionarie.edit": "数据字典",
    "help.edit": "帮助文档",
    "interface.allow": "接口允许的内网地址",
  }),
];
export const operateKeys: readonly string[] = operateKeyGroups.flatMap((group) => group.keys.map(({ key }) => key));
