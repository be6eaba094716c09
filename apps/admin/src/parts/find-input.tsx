import { Input } from "@chakra-ui/react";
import { useState } from "react";

interface FindInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly width: string;
  readonly onFind: (text: string) => void;
}

/** What is looked for once Enter is pressed; not by the Enter that takes a word from an input method. */
export function FindInput({ label, placeholder, width, onFind }: FindInputProps) {
  const [text, setText] = useState("");
  return (
    <Input
      size="xs"
      w={width}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
        // It stands in forms, too, which are not sent by it.
        event.preventDefault();
        onFind(text.trim());
      }}
    />
  );
}
