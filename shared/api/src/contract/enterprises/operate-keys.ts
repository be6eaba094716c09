/** The keys of the permission map empowerJson of operators (console.md section 6). */

export interface OperateKey {
  readonly key: string;
  readonly label: string;
}

/**
 * Every key of empowerJson, by the group an operator's permission map shows it in. An endpoint names its key in its permission:
 * `operate` (the flag operator opens all of those) or `account` (the flag isSys does). A test compares both sides.
 */
export const operateKeyGroups: readonly { readonly name: string; readonly keys: readonly OperateKey[] }[] = [
  {
    name: "企业管理",
    keys: [
      { key: "enterprise.add", label: "新增企业" },
      { key: "enterprise.update", label: "编辑企业" },
      { key: "enterprise.delete", label: "删除企业" },
      { key: "enterprise.enable", label: "启用、停用企业" },
      { key: "enterprise.form", label: "显示、隐藏表单" },
      { key: "enterprise.enter", label: "进入企业" },
      { key: "enterprise.sms", label: "短信账号设置" },
    ],
  },
  {
    name: "企业充值",
    keys: [
      { key: "enterprise.recharge", label: "充值" },
      { key: "enterprise.adjust", label: "余额调整" },
    ],
  },
  {
    name: "企业管理员",
    keys: [
      { key: "enterpriseAdmin.add", label: "新增" },
      { key: "enterpriseAdmin.update", label: "编辑" },
      { key: "enterpriseAdmin.password", label: "重置密码" },
      { key: "enterpriseAdmin.delete", label: "删除" },
    ],
  },
  {
    name: "运营单位",
    keys: [
      { key: "unit.add", label: "新增" },
      { key: "unit.update", label: "编辑" },
      { key: "unit.delete", label: "删除" },
      { key: "unit.assign", label: "分配企业" },
    ],
  },
  {
    name: "运营账号",
    keys: [
      { key: "operateAccount.add", label: "新增" },
      { key: "operateAccount.update", label: "编辑" },
      { key: "operateAccount.password", label: "重置密码" },
      { key: "operateAccount.delete", label: "删除" },
    ],
  },
  {
    name: "菜单",
    keys: [
      { key: "menu.add", label: "新增" },
      { key: "menu.update", label: "编辑" },
      { key: "menu.delete", label: "删除" },
      { key: "menu.sync", label: "菜单同步" },
    ],
  },
  {
    name: "角色",
    keys: [
      { key: "role.addOpt", label: "新增运营角色" },
      { key: "role.addComp", label: "新增企业角色" },
      { key: "role.update", label: "编辑" },
      { key: "role.delete", label: "删除" },
      { key: "role.grant", label: "授权" },
    ],
  },
  {
    name: "接入号",
    keys: [
      { key: "accessNum.add", label: "新增" },
      { key: "accessNum.update", label: "编辑" },
      { key: "accessNum.delete", label: "删除" },
      { key: "accessNum.allocate", label: "分配" },
    ],
  },
  {
    name: "版本管理",
    keys: [
      { key: "version.release", label: "发布、回退版本" },
      { key: "version.key", label: "发布密钥" },
    ],
  },
  {
    name: "平台设置",
    keys: [
      { key: "route.edit", label: "线路与路由" },
      { key: "robot.edit", label: "机器人线路" },
      { key: "systemBlack.edit", label: "系统黑名单" },
      { key: "dictionarie.edit", label: "数据字典" },
      { key: "help.edit", label: "帮助文档" },
      { key: "interface.allow", label: "接口允许的内网地址" },
    ],
  },
];
export const operateKeys: readonly string[] = operateKeyGroups.flatMap((group) => group.keys.map(({ key }) => key));
