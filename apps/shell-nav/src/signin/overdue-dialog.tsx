/** Asked when the password is overdue and the enterprise leaves the choice (console.md section 4). */
import { useEffect, useRef } from "react";
import type { OverdueQuestion } from "./model.ts";

export function OverdueDialog({ days, answer }: OverdueQuestion) {
  const dialog = useRef<HTMLDialogElement>(null);
  const advised = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // By itself the dialog would offer its first button.
    advised.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      className="s-dialog"
      ref={dialog}
      aria-labelledby="overdue-title"
      aria-describedby="overdue-text"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="overdue-title">密码已到更换时间</h2>
      <p id="overdue-text">您的密码已超期 {days} 天。建议立即修改，也可以到下个周期再改。</p>
      <div className="s-answers">
        <button type="button" className="s-button" data-look="gray" onClick={() => answer("defer")}>
          下周期再改
        </button>
        <button ref={advised} type="button" className="s-button" onClick={() => answer("now")}>
          立即修改
        </button>
      </div>
    </dialog>
  );
}
