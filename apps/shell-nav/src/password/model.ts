/** Changing the own password: /pwdoverdue and the dialog of the workspace share this. */
import { authApi, passwordForm, passwordRules, type Failure } from "@liantai/api/contract/base";
import { requestHost, send } from "@liantai/api/client";
import { useFields } from "../form/use-fields.ts";
import { fetchEncrypter } from "./encrypt.ts";

export interface PasswordFields {
  oldPassword: string;
  newPassword: string;
  confirm: string;
}

type Field = keyof PasswordFields | "root";

function fieldOf({ fields, text }: Failure): { field: Field; text: string } {
  const named = fields?.find((f) => f.path === "oldPassword" || f.path === "newPassword");
  if (named) return { field: named.path as Field, text: named.message };
  return { field: text.includes("原密码") ? "oldPassword" : text.includes("新密码") ? "newPassword" : "root", text };
}

/** Undefined: changed. */
async function changePassword({ oldPassword, newPassword }: PasswordFields): Promise<Failure | undefined> {
  const key = await fetchEncrypter(requestHost());
  if ("error" in key) return key.error;
  const { kid, encrypt } = key.data;
  const body = { kid, oldPassword: await encrypt(oldPassword), newPassword: await encrypt(newPassword) };
  const outcome = await send(requestHost(), { endpoint: authApi.resetPassword, body });
  if (!("error" in outcome)) return undefined;
  if (outcome.error.action !== "none") requestHost().onFailure(outcome.error);
  return outcome.error;
}

export function usePasswordForm(onChanged: () => void) {
  const form = useFields<keyof PasswordFields, PasswordFields>(
    passwordForm,
    { oldPassword: "", newPassword: "", confirm: "" },
    true,
  );
  const typed = form.values.newPassword;
  const submit = form.submit(async (fields) => {
    const failure = await changePassword(fields);
    if (!failure) return onChanged();
    const { field, text } = fieldOf(failure);
    form.refuse(field, text);
  });
  return { form, submit, rules: passwordRules.map(({ text, met }) => ({ text, met: met(typed) })) };
}
