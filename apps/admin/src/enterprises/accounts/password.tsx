/** Passwords that are given to others: typed and encrypted, or made by the server and shown once. */
import { Button, Code, HStack, Stack, Text } from "@chakra-ui/react";
import { fetchEncrypter, requestHost } from "@liantai/api/client";
import { passwordField } from "@liantai/api/contract";
import { AppDialog } from "@liantai/ui";
import { copyText, Outcome, formOf, type ActionForm, PasswordField } from "@liantai/ui/resource";
import { object, string } from "yup";

/** Of the form: empty, or by the rules. */
export const typedPassword = () =>
  string()
    .label("密码")
    .test("rules", "", (value, context) => {
      if (!value) return true;
      try {
        passwordField().validateSync(value);
        return true;
      } catch (error) {
        return context.createError({ message: (error as Error).message });
      }
    });

/** Encrypts what was typed; nothing typed, nothing sent. Throws the failure of the key. */
export async function sealPassword(typed: unknown): Promise<{ kid?: string; password?: string }> {
  if (typeof typed !== "string" || typed === "") return {};
  const encrypter = await fetchEncrypter(requestHost());
  if ("error" in encrypter) throw encrypter.error;
  return { kid: encrypter.data.kid, password: await encrypter.data.encrypt(typed) };
}

export const NewPasswordField = ({
  name = "password",
  label = "密码",
}: {
  readonly name?: string;
  readonly label?: string;
}) => <PasswordField name={name} label={label} hint="不填则自动生成，生成的密码只显示一次" />;

interface Shown {
  readonly account: string;
  readonly password: string;
}

/** Generated passwords, this once. */
function ShownPasswords({ shown, onClose }: { readonly shown: readonly Shown[]; readonly onClose: () => void }) {
  const copy = () => copyText(shown.map(({ account, password }) => `${account}\t${password}`).join("\n"));
  return (
    <AppDialog
      open
      title="初始密码"
      width="420px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={() => void copy()}>
            复制
          </Button>
          <Button onClick={onClose}>我已保存</Button>
        </>
      }
    >
      <Stack gap="2">
        <Text>密码只显示这一次，请立即转交给使用人。首次登录后须修改密码。</Text>
        <Stack gap="1" maxH="320px" overflow="auto">
          {shown.map(({ account, password }) => (
            <HStack key={account} justify="space-between">
              <Text truncate>{account}</Text>
              <Code userSelect="all">{password}</Code>
            </HStack>
          ))}
        </Stack>
      </Stack>
    </AppDialog>
  );
}

/** Generated passwords as what came of an action; where none was generated nothing is shown. */
export const passwordsOnce = (shown: readonly { readonly account: string; readonly password?: string | null }[]) => {
  const made = shown.flatMap(({ account, password }) => (password ? [{ account, password }] : []));
  return made.length === 0
    ? undefined
    : new Outcome({ show: (close) => <ShownPasswords shown={made} onClose={close} /> });
};

const resetSchema = object({ password: typedPassword() });

/** 重置密码: the account's sessions end. `send` resolves to the generated password, if one was. */
export const resetForm = (
  account: string,
  send: (body: { readonly kid?: string; readonly password?: string }) => Promise<{ readonly password?: string | null }>,
): ActionForm =>
  formOf({
    title: `重置密码：${account}`,
    small: true,
    width: "400px",
    submit: "重置",
    schema: resetSchema,
    values: { password: "" },
    fields: (
      <>
        <Text>重置后该账号的登录全部退出。</Text>
        <NewPasswordField label="新密码" />
      </>
    ),
    send: async ({ password }) => passwordsOnce([{ account, ...(await send(await sealPassword(password))) }]),
  });
