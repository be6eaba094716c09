/** 重置两步验证, for who may reset the password; nobody his own, which is switched off in 安全设置. */
import type { Column } from "@liantai/ui";
import type { Action } from "@liantai/ui/resource";

interface TotpAccount {
  readonly id: string;
  readonly account: string;
  readonly totp: number;
}

export const totpColumn: Column<TotpAccount> = {
  id: "totp",
  title: "两步验证",
  width: 84,
  value: (r) => (r.totp === 1 ? "已开启" : "未开启"),
  optional: true,
};

export const resetTotp = <R extends TotpAccount>(
  may: boolean,
  own: string | undefined,
  run: (row: R) => Promise<unknown>,
): Action<R> => ({
  label: "重置两步验证",
  may,
  shown: ({ id, totp }) => totp === 1 && id !== own,
  confirm: ({ account }) => ({
    title: "重置两步验证",
    text: `确定要重置账号“${account}”的两步验证吗？其登录立即退出，之后只用密码即可登录。请先核实本人身份。`,
  }),
  run,
  done: ["两步验证", "重置"],
});
