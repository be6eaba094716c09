/** 安全设置: the second step of one's own sign-in. Comes with its QR code when it is opened. */
import { Button, chakra, FieldErrorText, FieldLabel, FieldRoot, Input } from "@chakra-ui/react";
import { AppDialog } from "@liantai/ui";
import { useTotp } from "../totp/model.ts";
import { TotpSteps, type TotpParts } from "../totp/steps.tsx";

const parts: TotpParts = {
  chakra,
  Button,
  Field: ({ label, error, onValue, ...input }) => (
    <FieldRoot invalid={error !== undefined} mb="3">
      <FieldLabel>{label}</FieldLabel>
      <Input {...input} onChange={(event) => onValue(event.target.value)} />
      <FieldErrorText role="alert">{error}</FieldErrorText>
    </FieldRoot>
  ),
};

export default function SecurityDialog({ onClose }: { onClose(): void }) {
  const model = useTotp();
  return (
    <AppDialog open title="安全设置 · 两步验证" width="440px" onClose={onClose}>
      <TotpSteps
        parts={parts}
        model={model}
        intro="未开启。开启后，登录时除密码外还要输入手机验证器应用的验证码。请先输入登录密码。"
        leave={{ label: "我已保存", run: onClose }}
      />
    </AppDialog>
  );
}
