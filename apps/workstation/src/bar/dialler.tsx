import { useState, type Ref } from "react";
import { HStack, Input } from "@chakra-ui/react";
import { Phone } from "lucide-react";
import { useAgentClient } from "./context.ts";
import { shortcuts } from "./shortcuts.ts";
import { folded, ToolButton } from "./tool-button.tsx";

interface DiallerProps {
  readonly enabled: boolean;
  readonly input: Ref<HTMLInputElement>;
}

/** The number to call. Pasted numbers may carry blanks and hyphens. */
export function Dialler({ enabled, input }: DiallerProps) {
  const { actions } = useAgentClient();
  const [number, setNumber] = useState("");
  const dial = async () => {
    if (await actions.dial(number)) setNumber("");
  };
  return (
    <HStack
      as="form"
      gap="0"
      flexShrink="0"
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
        maxLength={30}
        value={number}
        onChange={(e) => setNumber(e.target.value.replace(/[^0-9*#\s-]/g, ""))}
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
    </HStack>
  );
}
