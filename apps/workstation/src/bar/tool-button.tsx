import type { ReactNode, Ref } from "react";
import { Button, chakra, type ButtonProps } from "@chakra-ui/react";
import { shortcuts, type ShortcutName } from "./shortcuts.ts";

interface ToolButtonProps extends Omit<ButtonProps, "aria-label" | "title"> {
  readonly label: string;
  readonly shortcut?: ShortcutName;
  readonly icon?: ReactNode;
  /** Keeps its word in a narrow bar: it stands elsewhere. */
  readonly wide?: boolean;
  readonly iconOnly?: boolean;
  /** Gives its word up to the number of who is talked to, already in a bar of a usual width. */
  readonly tight?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** In a bar of this width and less a button is its icon: the word is in its name and its tooltip. */
export const folded = "@container bar (max-width: 1000px)";
/** In a bar of this width and less the tools of a talk leave no room for its number. */
export const tightBar = "@container bar (max-width: 1440px)";
/** In a bar of this width and less stands only what is of use now. */
export const narrow = "@container bar (max-width: 760px)";

/** A button of the bar: icon and word, its key in the tooltip and for assistive technology. */
export function ToolButton({ label, shortcut, icon, wide, iconOnly, tight, ...rest }: ToolButtonProps) {
  const key = shortcut ? shortcuts[shortcut].text : undefined;
  return (
    <Button
      size="xs"
      variant="outline"
      flexShrink="0"
      aria-label={label}
      title={key ? `${label}（${key}）` : label}
      {...(key ? { "aria-keyshortcuts": key } : {})}
      {...rest}
    >
      {icon}
      {!iconOnly && (
        <chakra.span css={wide || !icon ? undefined : { [tight ? tightBar : folded]: { display: "none" } }}>
          {label}
        </chakra.span>
      )}
    </Button>
  );
}
