import type { ReactNode, Ref } from "react";
import { Button, type ButtonProps } from "@chakra-ui/react";
import { shortcuts, type ShortcutName } from "./shortcuts.ts";

interface ToolButtonProps extends Omit<ButtonProps, "aria-label" | "title"> {
  readonly label: string;
  readonly shortcut?: ShortcutName;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button of the bar: icon and word, its key in the tooltip and for assistive technology. */
export function ToolButton({ label, shortcut, icon, ...rest }: ToolButtonProps) {
  const key = shortcut ? shortcuts[shortcut].text : undefined;
  return (
    <Button
      size="xs"
      variant="outline"
      flexShrink="0"
      title={key ? `${label}（${key}）` : label}
      {...(key ? { "aria-keyshortcuts": key } : {})}
      {...rest}
    >
      {icon}
      {label}
    </Button>
  );
}
