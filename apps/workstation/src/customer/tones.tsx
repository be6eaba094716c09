import { useEffect, useState } from "react";
import { Button } from "@chakra-ui/react/button";
import { chakra } from "@chakra-ui/react/styled-system";
import { keypad } from "../softphone/digits.ts";

/** Keys for voice menus; the computer's own keys work too. */
export function Tones({ onDigit }: { readonly onDigit: (digit: string) => boolean }) {
  const [sent, setSent] = useState("");
  const press = (digit: string) => {
    if (onDigit(digit)) setSent((before) => (before + digit).slice(-16));
  };
  useEffect(() => {
    const listen = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (!altKey && !ctrlKey && !metaKey && /^[0-9*#]$/.test(key)) press(key);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
  return (
    <chakra.div w="full">
      <chakra.p
        minH="24px"
        letterSpacing="0.15em"
        fontVariantNumeric="tabular-nums"
        aria-live="polite"
        aria-label="已发送的按键"
      >
        {sent}
      </chakra.p>
      <chakra.div display="grid" gridTemplateColumns="repeat(3, 1fr)" gap="2">
        {keypad.map((key) => (
          <Button
            key={key}
            size="md"
            h="44px"
            variant="subtle"
            colorPalette="gray"
            aria-label={`按键 ${key}`}
            onClick={() => press(key)}
          >
            {key}
          </Button>
        ))}
      </chakra.div>
    </chakra.div>
  );
}
