import { Text } from "@chakra-ui/react";
import { FormDialog } from "@liantai/ui/resource";
import { object } from "yup";
import { NewPasswordField, sealPassword, typedPassword, type Shown } from "./password.tsx";

const schema = object({ password: typedPassword() });

interface PasswordDialogProps {
  readonly account: { readonly id: string; readonly account: string };
  /** Sends it; the generated password, or ''. */
  readonly send: (body: { readonly kid?: string; readonly password?: string }) => Promise<string>;
  readonly onClose: () => void;
  readonly onShown: (shown: readonly Shown[]) => void;
}

/** 重置密码: its sessions end. */
export function ResetPasswordDialog({ account, send, onClose, onShown }: PasswordDialogProps) {
  return (
    <FormDialog
      open
      title={`重置密码：${account.account}`}
      width="400px"
      schema={schema}
      values={{ password: "" }}
      submit="重置"
      onClose={onClose}
      onSubmit={async ({ password }) => {
        const made = await send(await sealPassword(password));
        if (made) onShown([{ account: account.account, password: made }]);
      }}
    >
      <Text>重置后该账号的登录全部退出。</Text>
      <NewPasswordField label="新密码" />
    </FormDialog>
  );
}
