/** /pwdoverdue: the forced or optional password change. Forced: the only other way is out. */
import { useState } from "react";
import { Button } from "@chakra-ui/react/button";
import { chakra } from "@chakra-ui/react/styled-system";
import { authApi } from "@liantai/api/contract/base";
import {
  passwordDue,
  requestHost,
  selectSession,
  send,
  useDispatch,
  useSelector,
  userLoaded,
} from "@liantai/api/client";
import { go } from "../navigation/location.ts";
import { signOut } from "../navigation/sign-out.ts";
import { usePasswordForm } from "../password/model.ts";
import { Light } from "@liantai/ui/theme/light";
import { Frame, Notice } from "./frame.tsx";
import { PasswordField } from "./password-field.tsx";

function Rules({ rules }: { readonly rules: readonly { readonly text: string; readonly met: boolean }[] }) {
  return (
    <chakra.ul
      aria-label="密码要求"
      display="grid"
      gridTemplateColumns="1fr 1fr"
      rowGap="0.5"
      mb="3"
      listStyleType="none"
      textStyle="xs"
    >
      {rules.map(({ text, met }) => (
        <chakra.li key={text} color={met ? "fg.success" : "fg.muted"} data-met={met}>
          <span aria-hidden="true">{met ? "✓" : "○"}</span> {text}
          <chakra.span srOnly>{met ? "，已满足" : "，未满足"}</chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

export default function OverduePage() {
  const dispatch = useDispatch();
  const { user, mustChangePassword } = useSelector(selectSession);
  const forced = mustChangePassword && user?.enterprise?.forcePasswordChange === 1;
  const leave = () => {
    if (user) dispatch(userLoaded({ ...user, expired: 0 }));
    dispatch(passwordDue(false));
    go("/", "replace");
  };
  const { form, submit, rules } = usePasswordForm(leave);
  const { register, refuse, error, isSubmitting } = form;
  const [deferring, setDeferring] = useState(false);
  const busy = isSubmitting || deferring;

  const defer = async () => {
    setDeferring(true);
    const outcome = await send(requestHost(), { endpoint: authApi.deferPassword });
    setDeferring(false);
    if ("error" in outcome) refuse("root", outcome.error.text);
    else leave();
  };

  return (
    <Light>
      <Frame
        title="修改密码"
        note={
          forced ? "您的密码已过期或是初始密码，修改后才能继续使用。" : "请设置新密码，修改后其他设备上的登录会退出。"
        }
      >
        {error("root") ? <Notice tone="error">{error("root")}</Notice> : null}
        <form onSubmit={(event) => void submit(event)} noValidate>
          <input type="text" autoComplete="username" defaultValue={user?.userName} hidden readOnly />
          <PasswordField
            label="原密码"
            autoComplete="current-password"
            autoFocus
            error={error("oldPassword")}
            {...register("oldPassword")}
          />
          <PasswordField
            label="新密码"
            autoComplete="new-password"
            error={error("newPassword")}
            {...register("newPassword")}
          />
          <Rules rules={rules} />
          <PasswordField
            label="确认密码"
            autoComplete="new-password"
            error={error("confirm")}
            {...register("confirm")}
          />
          <Button
            type="submit"
            w="full"
            size="md"
            mt="2"
            colorPalette="accent"
            disabled={busy}
            aria-busy={isSubmitting}
          >
            {isSubmitting ? "正在修改…" : "修改密码"}
          </Button>
        </form>
        <chakra.div display="flex" justifyContent="space-between" mt="3">
          {forced ? (
            <span />
          ) : mustChangePassword ? (
            <Button variant="ghost" colorPalette="gray" disabled={busy} onClick={() => void defer()}>
              下周期再改
            </Button>
          ) : (
            <Button variant="ghost" colorPalette="gray" onClick={() => go("/", "replace")}>
              返回工作台
            </Button>
          )}
          <Button variant="ghost" colorPalette="gray" disabled={busy} onClick={() => void signOut()}>
            退出登录
          </Button>
        </chakra.div>
      </Frame>
    </Light>
  );
}
