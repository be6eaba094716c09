import { useState, type ClipboardEvent, type Ref } from "react";
import { HStack, Input } from "@chakra-ui/react";
import { Phone } from "lucide-react";
import { isCallNumber } from "@liantai/api/contract";
import { useAgentClient } from "./context.ts";
import { shortcuts } from "./shortcuts.ts";
import { NumberFault } from "./number-fault.tsx";
import { folded, ToolButton } from "./tool-button.tsx";

interface DiallerProps {
  readonly enabled: boolean;
  readonly input: Ref<HTMLInputElement>;
}

/** A number that is pasted in groups (138-0013 8000) stands in the field as it will be dialled. Everything else stays as it is. */
function pastedNumber(event: ClipboardEvent<HTMLInputElement>): string | undefined {
  const text = event.clipboardData.getData("text").trim();
  if (!/^[0-9]+(?:[\s-]+[0-9]+)+$/.test(text)) return undefined;
  event.preventDefault();
  const field = event.currentTarget;
  const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  return field.value.slice(0, from) + text.replace(/[\s-]/g, "") + field.value.slice(to);
}

/** The number to call. What is none stays as it was typed, and the field says so. */
export function Dialler({ enabled, input }: DiallerProps) {
  const { actions } = useAgentClient();
  const [number, setNumber] = useState("");
  const wrong = number.trim() !== "" && !isCallNumber(number.trim());
  const dial = async () => {
    if (await actions.dial(number)) setNumber("");
  };
  return (
    <HStack
      as="form"
      gap="0"
      flexShrink="0"
      position="relative"
      onSubmit={(event) => {
        event.preventDefault();
        void dial();
      }}
    >
      <Input
        ref={input}
        size="xs"
        w="150px"
        css={{ [folded]: { width: "104px" } }}
        borderRightRadius="0"
        inputMode="tel"
        autoComplete="off"
        name="dial"
        aria-label="拨打号码"
        aria-keyshortcuts={shortcuts.dial.text}
        title={`拨打号码（${shortcuts.dial.text}）`}
        placeholder="输入号码"
        aria-invalid={wrong}
        aria-describedby={wrong ? "dial-fault" : undefined}
        value={number}
        onChange={(e) => setNumber(e.target.value)}
        onPaste={(e) => {
          const pasted = pastedNumber(e);
          if (pasted !== undefined) setNumber(pasted);
        }}
        onKeyDown={(e) => {
          // A form with a disabled button does not submit: say why instead of nothing.
          if (e.key === "Enter" && !enabled) void dial();
        }}
      />
      <ToolButton
        type="submit"
        label="呼叫"
        icon={<Phone size={13} />}
        borderLeftRadius="0"
        variant="solid"
        colorPalette="accent"
        disabled={!enabled}
      />
      {wrong && <NumberFault id="dial-fault" position="absolute" top="calc(100% + 4px)" left="0" zIndex="1" />}
    </HStack>
  );
}
