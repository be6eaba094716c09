/** /login and /admin/login. */
import { lazy, Suspense } from "react";
import { CaptchaImage } from "./captcha-image.tsx";
import { Frame, Notice } from "./frame.tsx";
import { useSignIn } from "./model.ts";
import { OverdueDialog } from "./overdue-dialog.tsx";
import { PasswordField } from "./password-field.tsx";
import { RoleField } from "./role-field.tsx";
import { TextField } from "./text-field.tsx";

/** Few accounts have a second step: the page comes without it. */
const CodeDialog = lazy(() => import("./code-dialog.tsx"));

export function LoginPage({ kind }: { readonly kind: "enterprise" | "operator" }) {
  const { form, submit, captcha, question, codeQuestion, farewell, blocked } = useSignIn(kind);
  const { register, error, isSubmitting } = form;
  const root = blocked ?? error("root");
  return (
    <Frame
      title={kind === "operator" ? "运营登录" : "登录"}
      note={
        kind === "operator" ? "运营人员专用，坐席与企业管理员请从企业登录页进入。" : "使用企业编号、角色与账号登录。"
      }
    >
      {farewell ? <Notice tone="info">{farewell}</Notice> : null}
      {root ? <Notice tone="error">{root}</Notice> : null}
      <form onSubmit={(event) => void submit(event)} noValidate>
        {kind === "enterprise" ? (
          <>
            <TextField
              label="企业编号"
              maxLength={6}
              autoComplete="organization"
              spellCheck={false}
              autoFocus
              placeholder="6位字母或数字"
              error={error("code")}
              {...register("code")}
            />
            <RoleField field={register("roleType")} error={error("roleType")} />
          </>
        ) : null}
        <TextField
          label="账号"
          maxLength={30}
          autoComplete="username"
          spellCheck={false}
          autoFocus={kind === "operator"}
          error={error("account")}
          {...register("account")}
        />
        <PasswordField
          label="密码"
          maxLength={128}
          autoComplete="current-password"
          error={error("password")}
          {...register("password")}
        />
        <TextField
          label="验证码"
          maxLength={4}
          autoComplete="off"
          spellCheck={false}
          error={error("captcha")}
          {...register("captcha")}
          beside={<CaptchaImage src={captcha.src} reload={captcha.reload} />}
        />
        <button
          type="submit"
          className="s-button s-submit"
          disabled={blocked !== null || isSubmitting}
          aria-busy={isSubmitting}
        >
          {isSubmitting ? "正在登录…" : "登录"}
        </button>
      </form>
      {codeQuestion ? (
        <Suspense>
          <CodeDialog {...codeQuestion} />
        </Suspense>
      ) : null}
      {question ? <OverdueDialog {...question} /> : null}
    </Frame>
  );
}
