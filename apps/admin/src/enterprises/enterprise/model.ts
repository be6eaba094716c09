import { enterEnterprise, mayOperate, selectUser, reportFailure, useSelector } from "@liantai/api/client";
import { useCallback, useState } from "react";
import { companies, done, type Company } from "../parts/model.ts";

/** What the operator may do with enterprises. */
export function useEnterpriseRights() {
  const user = useSelector(selectUser);
  const may = (verb: string) => mayOperate(user, `enterprise.${verb}`);
  return {
    add: may("add"),
    update: may("update"),
    delete: may("delete"),
    enable: may("enable"),
    form: may("form"),
    enter: may("enter"),
    sms: may("sms"),
    recharge: may("recharge"),
    adjust: may("adjust"),
  };
}

export type Verb = "enable" | "disEnable" | "showForm" | "disShowForm" | "delete";

export interface Asked {
  readonly verb: Verb;
  readonly rows: readonly Company[];
}

/** What one is asked before it is done, and how it is called. */
export const verbWords: Readonly<
  Record<
    Verb,
    {
      readonly title: string;
      readonly confirm: string;
      readonly dangerous: boolean;
      readonly text: (names: string) => string;
    }
  >
> = {
  enable: {
    title: "启用企业",
    confirm: "启用",
    dangerous: false,
    text: (names) => `确定要启用${names}吗？启用后其账号可以登录，号码可以通话。`,
  },
  disEnable: {
    title: "停用企业",
    confirm: "停用",
    dangerous: true,
    text: (names) =>
      `确定要停用${names}吗？停用后其全部账号立即退出并不能再登录，新的呼入呼出被拒绝；正在进行的通话不会中断，通话结束后该坐席退出。`,
  },
  showForm: {
    title: "显示表单",
    confirm: "显示",
    dangerous: false,
    text: (names) => `确定要为${names}显示表单功能吗？`,
  },
  disShowForm: {
    title: "隐藏表单",
    confirm: "隐藏",
    dangerous: false,
    text: (names) => `确定要为${names}隐藏表单功能吗？`,
  },
  delete: {
    title: "删除企业",
    confirm: "删除",
    dangerous: true,
    text: (names) => `确定要删除${names}吗？只能删除已停用且没有坐席、通话和充值记录的企业，删除后不能恢复。`,
  },
};

export const namesOf = (rows: readonly Company[]): string =>
  rows.length === 1 ? `“${rows[0]!.name}”` : `选中的 ${rows.length} 个企业`;

/** Does what was asked; resolves when it is over, whether it succeeded or the shell said why not. */
export function useVerbs() {
  const [busy, setBusy] = useState(false);
  const [enable] = companies.enable.useMutation();
  const [disEnable] = companies.disEnable.useMutation();
  const [showForm] = companies.showForm.useMutation();
  const [disShowForm] = companies.disShowForm.useMutation();
  const [remove] = companies.delete.useMutation();
  const run = async ({ verb, rows }: Asked): Promise<void> => {
    setBusy(true);
    const body = { compIds: rows.map((row) => row.compId) };
    try {
      if (verb === "delete") for (const row of rows) await remove({ body: { compId: row.compId } }).unwrap();
      else await { enable, disEnable, showForm, disShowForm }[verb]({ body }).unwrap();
      done(verbWords[verb].title, "操作成功");
    } catch {
      // Said by the shell.
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

/** Goes inside; what was open here is gone when it succeeds. */
export function useEnter() {
  const [entering, setEntering] = useState<string>();
  const enter = useCallback(async (compId: string) => {
    setEntering(compId);
    const failure = await enterEnterprise(compId);
    if (failure) reportFailure(failure);
    setEntering(undefined);
  }, []);
  return { entering, enter };
}
