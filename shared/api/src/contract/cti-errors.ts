/** What a command is answered with whose field is missing or wrong: -400, and which one it is. */
export const fieldError = (field: string): string => `命令有误：${field}`;

/** CTI login errors, realtime.md section 5. */
export const ctiErrors: Readonly<Record<number, string>> = {
  [-101]: "服务器IP为空",
  [-102]: "端口为空",
  [-103]: "已经连接",
  [-201]: "登录工号为空",
  [-202]: "密码为空",
  [-203]: "分机为空",
  [-204]: "企业编号为空",
  [-301]: "坐席不存在",
  [-302]: "没有设备类型",
  [-303]: "没有设备编号",
  [-400]: "命令有误",
  [-401]: "任务编号为空",
  [-402]: "登录凭证无效或已过期",
  [-403]: "当前状态不能执行此操作",
  [-404]: "通话不存在",
  [-426]: "您的账号已在别处登录，您将被强制退出",
  [-1]: "WebSocket未连接",
};
