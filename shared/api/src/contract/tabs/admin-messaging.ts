import { row, type TabRow } from "./row.ts";

/** screens.md, "admin: messaging". */
export const adminMessagingTabs: readonly TabRow[] = [
  row("admin", "messaging", "/smstemplates", "短信模板审核", "O"),
  row("admin", "messaging", "/smsTemplatesList", "短信模板", "A"),
  row("admin", "messaging", "/masstexting", "短信群发", "A"),
  row("admin", "messaging", "/sendrecord", "发送记录", "A"),
  row("admin", "messaging", "/smsauthentication", "短信认证", "O"),
  row("admin", "messaging", "/mobnic", "短信网关", "O"),
  row("admin", "messaging", "/allocationmobnic", "短信网关分配", "O"),
  row("admin", "messaging", "/emailboxserver", "邮箱服务器", "A"),
  row("admin", "messaging", "/emailinotification", "邮件通知", "AS"),
  row("admin", "messaging", "/emailmodulelist", "邮件模板列表", "A"),
  row("admin", "messaging", "/emailmodule", "邮件模板", "A"),
];
