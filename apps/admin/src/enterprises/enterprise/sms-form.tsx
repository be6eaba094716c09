import { smsCompexApi } from "@liantai/api/contract/admin";
import { NumberField, PasswordField, SwitchField, TextField, type ActionForm, formOf } from "@liantai/ui/resource";
import { smsAccounts, type Company } from "../parts/model.ts";

const schema = smsCompexApi.addTxCompex.body!.omit(["compId"]);

const fieldsOf = (isNew: boolean) => (
  <>
    <SwitchField name="enabled" label="状态" on="启用" off="停用" />
    <TextField name="account" label="短信账号" />
    <PasswordField name="secret" label="短信密钥" {...(isNew ? {} : { hint: "已设置，不填则不修改" })} />
    <TextField name="signName" label="短信签名" hint="不含【】" />
    <TextField name="extCode" label="扩展号" inputMode="numeric" />
    <NumberField name="price" label="短信单价" unit="元/条" precision={4} />
    <NumberField name="dailyLimit" label="每日上限" unit="条" hint="0为不限" />
  </>
);

/** The form of an enterprise's account with the short message centre. */
export function useSmsForm(): (company: Company) => ActionForm {
  const [add] = smsAccounts.addTxCompex.useMutation();
  const [update] = smsAccounts.updateCompex.useMutation();
  return ({ compId, name, sms }) =>
    formOf({
      title: `短信账号：${name}`,
      small: true,
      width: "460px",
      schema,
      values: {
        enabled: sms?.enabled ?? 1,
        account: sms?.account ?? "",
        secret: "",
        signName: sms?.signName ?? "",
        extCode: sms?.extCode ?? "",
        price: sms?.price ?? "0",
        dailyLimit: sms?.dailyLimit ?? 0,
      },
      fields: fieldsOf(sms === null),
      send: (values) => (sms ? update : add)({ body: { ...values, compId } }),
    });
}
