/** The second step of sign-in: a code of the authenticator app, or a recovery code. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "@chakra-ui/react/button";
import { chakra } from "@chakra-ui/react/styled-system";
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
    <chakra.dialog
      ref={dialog}
      aria-labelledby="code-title"
      m="auto"
      p="6"
      w="360px"
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      css={{ "&::backdrop": { background: "rgba(16, 22, 30, 0.5)" } }}
      onCancel={(event) => {
        event.preventDefault();
        answer(null);
      }}
    >
      <chakra.h2 id="code-title" fontSize="md" fontWeight="600" mb="2">
        两步验证
      </chakra.h2>
      <chakra.p color="fg.muted" mb="4">
        请输入验证器应用显示的6位验证码。手机不在身边时，可以输入一个恢复码。
      </chakra.p>
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
        <chakra.div display="flex" justifyContent="flex-end" gap="2">
          <Button type="button" variant="outline" colorPalette="gray" onClick={() => answer(null)}>
            取消
          </Button>
          <Button type="submit" colorPalette="accent" disabled={busy || code.trim() === ""} aria-busy={busy}>
            {busy ? "正在验证…" : "验证"}
          </Button>
        </chakra.div>
      </form>
    </chakra.dialog>
  );
}
