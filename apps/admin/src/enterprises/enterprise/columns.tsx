import { texts } from "@liantai/api/contract";
import { StatusBadge, type Column } from "@liantai/ui";
import { unlimited, type Company } from "../parts/model.ts";

export const enterpriseColumns: readonly Column<Company>[] = [
  { id: "compId", title: "企业编号", width: 92, value: (r) => r.compId, sortBy: "compId" },
  { id: "name", title: "企业名称", width: 164, value: (r) => r.name, sortBy: "name" },
  {
    id: "enabled",
    title: "状态",
    width: 76,
    value: (r) => (r.enabled === 1 ? "启用" : "停用"),
    cell: (r) => (
      <StatusBadge tone={r.enabled === 1 ? "ready" : "offline"}>{r.enabled === 1 ? "启用" : "停用"}</StatusBadge>
    ),
  },
  { id: "balance", title: "余额（元）", width: 110, align: "end", value: (r) => r.balance, sortBy: "balance" },
  {
    id: "forbidden",
    title: "账户",
    width: 108,
    value: (r) => (r.forbidden === 0 ? texts.arrears : r.isWhite === 1 ? "欠费不停机" : "正常"),
    cell: (r) =>
      r.forbidden === 0 ? (
        <StatusBadge tone="busy">{texts.arrears}</StatusBadge>
      ) : r.isWhite === 1 ? (
        "欠费不停机"
      ) : (
        "正常"
      ),
  },
  { id: "seats", title: "坐席", width: 80, align: "end", value: (r) => `${r.seats}/${unlimited(r.maxSeats)}` },
  {
    id: "calls",
    title: "并发上限",
    width: 80,
    align: "end",
    value: (r) => unlimited(r.maxConcurrentCalls),
    optional: true,
  },
  { id: "expiresOn", title: "到期日期", width: 92, value: (r) => r.expiresOn || "长期", sortBy: "expiresOn" },
  { id: "form", title: "表单", width: 64, value: (r) => (r.isShowForm === 1 ? "显示" : "隐藏") },
  { id: "unitName", title: "运营单位", width: 110, value: (r) => r.unitName, optional: true },
  { id: "contact", title: "联系人", width: 90, value: (r) => r.contact, optional: true },
  { id: "phone", title: "联系电话", width: 120, value: (r) => r.phone, optional: true },
  { id: "creditLimit", title: "信用额度（元）", width: 120, align: "end", value: (r) => r.creditLimit, optional: true },
  {
    id: "maxRobots",
    title: "机器人上限",
    width: 92,
    align: "end",
    value: (r) => unlimited(r.maxRobots),
    optional: true,
  },
  {
    id: "storageMb",
    title: "存储（MB）",
    width: 100,
    align: "end",
    value: (r) => unlimited(r.storageMb),
    optional: true,
  },
  { id: "sms", title: "短信账号", width: 120, value: (r) => r.sms?.account ?? "", optional: true },
  { id: "createdAt", title: "创建时间", width: 156, value: (r) => r.createdAt, sortBy: "createdAt", optional: true },
  { id: "remark", title: "备注", width: 160, value: (r) => r.remark, optional: true },
];
