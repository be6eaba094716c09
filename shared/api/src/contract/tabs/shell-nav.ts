import { row, type TabRow } from "./row.ts";

/** screens.md, "shell-nav". */
export const shellNavTabs: readonly TabRow[] = [
  row("shell-nav", "shell-nav", "/login", "登录", "ASM"),
  row("shell-nav", "shell-nav", "/admin/login", "运营登录", "O"),
  row("shell-nav", "shell-nav", "/pwdoverdue", "修改密码", "ASM"),
  row("shell-nav", "shell-nav", "/", "工作台", "OASM"),
  row("shell-nav", "shell-nav", "/helpfiles", "帮助文档", "OASM"),
];
