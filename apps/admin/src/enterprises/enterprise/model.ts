import { enterEnterprise, mayOperate, selectUser, reportFailure, useSelector } from "@liantai/api/client";
import type { Action } from "@liantai/ui/resource";
import { useRef } from "react";
import { companies, type Company } from "../parts/model.ts";

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

const verbs = ["enable", "disEnable", "showForm", "disShowForm", "delete"] as const;
type Verb = (typeof verbs)[number];

/** What one is asked before it is done, and how it is called. */
const verbWords: Readonly<
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

const namesOf = (rows: readonly Company[]): string =>
  rows.length === 1 ? `“${rows[0]!.name}”` : `选中的 ${rows.length} 个企业`;

/** Buttons over the list, for the enterprises that are chosen. */
export function useVerbs(
  may: ReturnType<typeof useEnterpriseRights>,
  chosen: readonly Company[],
  clear: () => void,
): readonly Action[] {
  const [enable] = companies.enable.useMutation();
  const [disEnable] = companies.disEnable.useMutation();
  const [showForm] = companies.showForm.useMutation();
  const [disShowForm] = companies.disShowForm.useMutation();
  const [remove] = companies.delete.useMutation();
  const compIds = chosen.map(({ compId }) => compId);
  const each = async () => {
    for (const compId of compIds) await remove({ body: { compId } }).unwrap();
  };
  const run: Readonly<Record<Verb, () => Promise<unknown>>> = {
    enable: () => enable({ body: { compIds } }).unwrap(),
    disEnable: () => disEnable({ body: { compIds } }).unwrap(),
    showForm: () => showForm({ body: { compIds } }).unwrap(),
    disShowForm: () => disShowForm({ body: { compIds } }).unwrap(),
    delete: each,
  };
  const allowed = {
    enable: may.enable,
    disEnable: may.enable,
    showForm: may.form,
    disShowForm: may.form,
    delete: may.delete,
  };
  return verbs.map((verb) => {
    const { title, confirm, dangerous, text } = verbWords[verb];
    const label = verb.endsWith("Form") ? `${confirm}表单` : confirm;
    return {
      label,
      may: allowed[verb],
      danger: dangerous,
      disabled: chosen.length === 0,
      confirm: () => ({ title, text: text(namesOf(chosen)), press: confirm }),
      run: () => run[verb]().finally(clear),
      done: ["企业", label, { count: chosen.length }],
    };
  });
}

/** Goes inside; what was open here is gone when it succeeds. One at a time. */
export function useEnter(): (compId: string) => Promise<void> {
  const entering = useRef(false);
  return async (compId) => {
    if (entering.current) return;
    entering.current = true;
    const failure = await enterEnterprise(compId);
    if (failure) reportFailure(failure);
    entering.current = false;
  };
}
