import { Badge, Box, chakra, Flex, Text } from "@chakra-ui/react";
import type { KeyboardEvent, ReactNode } from "react";

const Press = chakra("button", {
  base: {
    display: "block",
    w: "full",
    textAlign: "start",
    px: "3",
    py: "2",
    borderBottomWidth: "1px",
    cursor: "pointer",
    outlineOffset: "-2px",
    _hover: { bg: "bg.muted" },
    "&[aria-current=true]": { bg: "accent.subtle" },
  },
});

interface ItemProps {
  readonly name: string;
  readonly time: string;
  readonly words: string;
  readonly unread?: number;
  /** His page is closed, or it is over. */
  readonly away?: boolean;
  readonly note?: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

export function Item({ name, time, words, unread = 0, away = false, note, chosen, onChoose }: ItemProps) {
  const said = [name, unread > 0 && `${unread}条未读`, note, words, time].filter(Boolean).join("，");
  return (
    <li>
      <Press type="button" aria-current={chosen} aria-label={said} onClick={onChoose}>
        <Flex align="baseline" gap="2">
          <Text flex="1" minW="0" truncate fontWeight="500" color={away ? "fg.muted" : "fg"}>
            {name}
          </Text>
          <Text textStyle="xs" color="fg.muted" flex="none">
            {time}
          </Text>
        </Flex>
        <Flex align="center" gap="2" minH="5">
          <Text flex="1" minW="0" truncate textStyle="xs" color="fg.muted">
            {note && <Box as="span">[{note}] </Box>}
            {words}
          </Text>
          {unread > 0 && (
            <Badge size="xs" colorPalette="red" variant="solid" borderRadius="full" flex="none">
              {unread > 99 ? "99+" : unread}
            </Badge>
          )}
        </Flex>
      </Press>
    </li>
  );
}

/** Up and down go from one to the next. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (by === 0) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button[aria-current]")];
  const next = all[all.findIndex((one) => one === document.activeElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function Items({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box as="ul" listStyleType="none" aria-label={label} onKeyDown={step}>
      {children}
    </Box>
  );
}
