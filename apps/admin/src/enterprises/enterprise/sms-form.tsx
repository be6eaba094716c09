import { notifyDone } from "@liantai/api/client";
import { smsCompexApi } from "@liantai/api/contract/admin";
import { FormDialog, NumberField, PasswordField, SwitchField, TextField } from "@liantai/ui/resource";
import { smsAccounts, type Company } from "../parts/model.ts";

const schema = smsCompexApi.addTxCompex.body!.omit(["compId"]);

/** The enterprise's account with the short message centre. */
export function SmsForm({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const [add] = smsAccounts.addTxCompex.useMutation();
  const [update] = smsAccounts.updateCompex.useMutation();
  const { sms } = company;
  return (
    <FormDialog
      open
      title={`短信账号：${company.name}`}
      width="460px"
      schema={schema}
      onClose={onClose}
      values={{
        enabled: sms?.enabled ?? 1,
        account: sms?.account ?? "",
        secret: "",
        signName: sms?.signName ?? "",
        extCode: sms?.extCode ?? "",
        price: sms?.price ?? "0",
        dailyLimit: sms?.dailyLimit ?? 0,
      }}
      onSubmit={async (values) => {
        const body = { ...values, compId: company.compId };
        await (sms ? update({ body }) : add({ body })).unwrap();
        notifyDone("短信账号", "保存");
      }}
    >
      <SwitchField name="enabled" label="状态" on="启用" off="停用" />
      <TextField name="account" label="短信账号" />
      <PasswordField name="secret" label="短信密钥" {...(sms ? { hint: "已设置，不填则不修改" } : {})} />
      <TextField name="signName" label="短信签名" hint="不含【】" />
      <TextField name="extCode" label="扩展号" inputMode="numeric" />
      <NumberField name="price" label="短信单价" unit="元/条" precision={4} />
      <NumberField name="dailyLimit" label="每日上限" unit="条" hint="0为不限" />
    </FormDialog>
  );
}
