/** Asked when the password is overdue and the enterprise leaves the choice (console.md section 4). */
import { useEffect, useRef } from "react";
import { Button } from "@chakra-ui/react/button";
import { chakra } from "@chakra-ui/react/styled-system";
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
    <chakra.dialog
      ref={dialog}
      aria-labelledby="overdue-title"
      aria-describedby="overdue-text"
      m="auto"
      p="6"
      maxW="400px"
      bg="bg.panel"
      color="fg"
      borderWidth="1px"
      borderColor="border"
      borderRadius="lg"
      css={{ "&::backdrop": { background: "rgba(16, 22, 30, 0.5)" } }}
      onCancel={(event) => event.preventDefault()}
    >
      <chakra.h2 id="overdue-title" fontSize="md" fontWeight="600" mb="2">
        密码已到更换时间
      </chakra.h2>
      <chakra.p id="overdue-text" color="fg.muted" mb="5">
        您的密码已超期 {days} 天。建议立即修改，也可以到下个周期再改。
      </chakra.p>
      <chakra.div display="flex" justifyContent="flex-end" gap="2">
        <Button variant="outline" colorPalette="gray" onClick={() => answer("defer")}>
          下周期再改
        </Button>
        <Button ref={advised} colorPalette="accent" onClick={() => answer("now")}>
          立即修改
        </Button>
      </chakra.div>
    </chakra.dialog>
  );
}
