import { row, type TabRow } from "./row.ts";

/** screens.md, "admin: system". */
export const adminSystemTabs: readonly TabRow[] = [
  row("admin", "system", "/systemblack", "系统黑名单", "O"),
  row("admin", "system", "/enterpriseblack", "企业黑名单", "A"),
  row("admin", "system", "/dictionarie", "数据字典", "OA"),
  row("admin", "system", "/cascademanage", "级联管理", "A"),
  row("admin", "system", "/loginlog", "登录日志", "OA"),
  row("admin", "system", "/operatelog", "操作日志", "OA"),
  row("admin", "system", "/interfaceconfig", "接口配置", "A"),
  row("admin", "system", "/interfaceConfigList", "接口列表", "A"),
  row("admin", "system", "/filedownload", "文件下载", "ASM"),
  row("admin", "system", "/recordingpackagedownload", "录音打包下载", "A"),
];
