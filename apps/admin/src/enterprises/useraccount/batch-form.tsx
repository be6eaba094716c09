import { notifyDone } from "@liantai/api/client";
import { batchAccount, batchMost, companyAccountApi } from "@liantai/api/contract/admin";
import { limits } from "@liantai/api/contract/parts";
import { SelectField, TextAreaField, type ActionForm, formOf } from "@liantai/ui/resource";
import { string } from "yup";
import { roleTypeOptions, useRoleOptions } from "../accounts/account-form.tsx";
import { passwordsOnce } from "../accounts/password.tsx";
import { companyAccounts } from "../parts/model.ts";

/** A line is an account and, after a blank or a comma, the name; without it the account is the name. */
export const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [account = "", ...rest] = line.split(/[\s,，]+/);
      return { account, nickName: rest.join(" ") || account };
    });

/** Account, comma, name, line break. */
const longestLine = 2 * limits.input + 2;

const schema = companyAccountApi.addUserCompBatch.body!.pick(["roleType", "roleId"]).shape({
  lines: string()
    .label("账号")
    .required("请填写账号")
    .max(batchMost * longestLine)
    .test("lines", "", (text, context) => {
      const rows = linesOf(text ?? "");
      if (rows.length > batchMost) return context.createError({ message: `一次最多新增${batchMost}个账号` });
      for (const [i, row] of rows.entries()) {
        try {
          batchAccount.validateSync(row);
        } catch (error) {
          return context.createError({ message: `第${i + 1}行：${(error as Error).message}` });
        }
      }
      return rows.length > 0;
    }),
});

const Roles = ({ roleType }: { readonly roleType: number }) => (
  <SelectField name="roleId" label="角色" options={useRoleOptions(undefined, roleType)} />
);

/** 批量新增: all of them or none; their passwords are shown once. */
export function useBatchForm(): ActionForm {
  const [add] = companyAccounts.addUserCompBatch.useMutation();
  return formOf({
    title: "批量新增用户账号",
    small: true,
    submit: "新增",
    schema,
    values: { roleType: 2, roleId: "", lines: "" },
    fields: (form) => (
      <>
        <SelectField name="roleType" label="账号类型" options={roleTypeOptions([1, 2, 3, 4])} none={false} />
        <Roles roleType={Number(form.watch("roleType"))} />
        <TextAreaField
          name="lines"
          label="账号"
          rows={8}
          placeholder={"每行一个：账号 姓名\n例如：\nzhangsan 张三\nlisi 李四"}
          hint={`一次最多${batchMost}个；全部成功才会新增，初始密码自动生成`}
        />
      </>
    ),
    async send({ roleType, roleId, lines }) {
      const made = await add({ body: { roleType, roleId, accounts: linesOf(lines) } }).unwrap();
      notifyDone("用户账号", "新增", { count: made.length });
      return passwordsOnce(made);
    },
  });
}
