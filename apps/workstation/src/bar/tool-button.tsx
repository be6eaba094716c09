import { isValidElement, memo, useCallback, useLayoutEffect, useRef, type ReactNode, type Ref } from "react";
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

const sameIcon = (a: ReactNode, b: ReactNode): boolean =>
  isValidElement<object>(a) && isValidElement<object>(b) && a.type === b.type && isEqual(a.props, b.props);

/** Icons and styles are written anew each time that the bar is drawn, and are what they were. */
function isEqual(a: object, b: object): boolean {
  const [before, now] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    before.length === now.size &&
    before.every(([name, value]) => {
      if (!now.has(name)) return false;
      const next: unknown = now.get(name);
      if (Object.is(value, next)) return true;
      if (name === "icon") return sameIcon(value as ReactNode, next as ReactNode);
      return name === "css" && JSON.stringify(value) === JSON.stringify(next);
    })
  );
}

const Face = memo(function Face({ label, shortcut, icon, wide, iconOnly, tight, ...rest }: ToolButtonProps) {
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
}, isEqual);

/**
 * A button of the bar: icon and word, its key in the tooltip and for assistive technology. The bar is drawn for each change of the
 * telephony, a button when it has become another: what it does is not how it looks.
 */
export function ToolButton({ onClick, ...face }: ToolButtonProps) {
  const latest = useRef(onClick);
  useLayoutEffect(() => {
    latest.current = onClick;
  });
  const press = useCallback<NonNullable<ToolButtonProps["onClick"]>>((event) => latest.current?.(event), []);
  return <Face {...face} onClick={press} />;
}
