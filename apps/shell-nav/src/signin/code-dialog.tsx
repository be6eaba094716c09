/** The second step of sign-in: a code of the authenticator app, or a recovery code. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { CodeQuestion } from "./model.ts";
import { TextField } from "./text-field.tsx";

export default function CodeDialog({ refused, answer }: CodeQuestion) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [code, setCode] = useState("");
  const [answered, setAnswered] = useState<CodeQuestion["answer"] | null>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // A question is answered once; the next one is asked by another function.
  const busy = answered === answer;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAnswered(() => answer);
    answer(code.trim());
    setCode("");
  };
  return (
    <dialog
      className="s-dialog"
      ref={dialog}
      aria-labelledby="code-title"
      onCancel={(event) => {
        event.preventDefault();
        answer(null);
      }}
    >
      <h2 id="code-title">两步验证</h2>
      <p>请输入验证器应用显示的6位验证码。手机不在身边时，可以输入一个恢复码。</p>
      <form onSubmit={submit} noValidate>
        <TextField
          label="验证码"
          maxLength={11}
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={busy || refused === "" ? undefined : refused}
        />
        <div className="s-answers">
          <button type="button" className="s-button" data-look="gray" onClick={() => answer(null)}>
            取消
          </button>
          <button type="submit" className="s-button" disabled={busy || code.trim() === ""} aria-busy={busy}>
            {busy ? "正在验证…" : "验证"}
          </button>
        </div>
      </form>
    </dialog>
  );
}
