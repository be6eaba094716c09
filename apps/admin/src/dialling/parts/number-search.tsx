import { Button, HStack, Input } from "@chakra-ui/react";
import { useState, type FormEvent } from "react";

interface SearchProps {
  /** How much of a number finds it. */
  readonly placeholder: string;
  readonly onSearch: (phone: string) => void;
}

/** Looks a telephone number up in a list of a drawer. */
export function NumberSearch({ placeholder, onSearch }: SearchProps) {
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form onSubmit={send}>
      <HStack gap="2">
        <Input
          size="xs"
          w="160px"
          aria-label="号码"
          placeholder={placeholder}
          inputMode="tel"
          maxLength={32}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" size="xs" variant="outline">
          查询
        </Button>
      </HStack>
    </form>
  );
}
