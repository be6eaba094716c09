import { Text } from "@chakra-ui/react";
import { rechargeApi } from "@liantai/api/contract/admin";
import { Outcome, FormDialog, TextAreaField, TextField } from "@liantai/ui/resource";
import { texts } from "@liantai/api/contract";
import { useState } from "react";
import { newKey } from "../../parts/new-key.ts";
import { ledger, type Company } from "./model.ts";

interface BookingProps {
  readonly company: Company;
  readonly kind: "recharge" | "adjust";
  readonly onClose: (outcome?: Outcome) => void;
}

const words = {
  recharge: { title: "企业充值", amount: "充值金额", submit: "充值", remark: "备注" },
  adjust: { title: "余额调整", amount: "调整金额", submit: "调整", remark: "调整原因" },
} as const;

/** Money for an enterprise, or a correction. */
export function BookingForm({ company, kind, onClose }: BookingProps) {
  // One key an opened form: sent again after a lost reply, it books nothing more.
  const [key] = useState(newKey);
  const [recharge] = ledger.add.useMutation();
  const [adjust] = ledger.adjust.useMutation();
  const { title, amount, submit, remark } = words[kind];
  const schema = (kind === "recharge" ? rechargeApi.add.body! : rechargeApi.adjust.body!).omit(["key", "compId"]);
  return (
    <FormDialog
      open
      title={`${title}：${company.name}（${company.compId}）`}
      schema={schema}
      values={{ amount: "", remark: "" }}
      submit={submit}
      width="440px"
      onClose={() => onClose()}
      onSubmit={async (values) => {
        const body = { ...(values as { amount: string; remark: string }), compId: company.compId, key };
        const booked = await (kind === "recharge" ? recharge({ body }) : adjust({ body })).unwrap();
        const note = `当前余额 ${booked.balance} 元${booked.forbidden === 0 ? `，${texts.arrears}` : ""}`;
        onClose(new Outcome({ done: ["企业", submit, { note }] }));
      }}
    >
      <Text>
        当前余额 {company.balance} 元
        {company.forbidden === 0 ? (
          <Text as="span" color="fg.error" ms="2">
            {texts.arrears}
          </Text>
        ) : null}
      </Text>
      <TextField
        name="amount"
        label={amount}
        unit="元"
        inputMode="decimal"
        {...(kind === "adjust" ? { hint: "正数增加余额，负数扣减余额" } : {})}
      />
      <TextAreaField name="remark" label={remark} rows={3} />
    </FormDialog>
  );
}
