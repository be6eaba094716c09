/** Ctrl+K: opens a screen by a few letters, by keyboard alone. */
import { useId, useMemo, useState, type KeyboardEvent } from "react";
import { Box, Flex, Input, Text } from "@chakra-ui/react";
import { opened, selectHome, useDispatch, useMenus, useSelector, type RootState } from "@liantai/api/client";
import { AppDialog } from "@liantai/ui";
import { menuNodes } from "../workspace/menu-model.ts";
import { entriesOf, search, type Entry } from "./match.ts";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export default function ScreenSearch({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const { data } = useMenus();
  const home = useSelector((state: RootState) => selectHome(state));
  const entries = useMemo(() => entriesOf(menuNodes(data ?? [], home)), [data, home]);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const found = useMemo(() => search(entries, typed), [entries, typed]);
  const open = ({ leaf }: Entry) => {
    onClose();
    dispatch(opened(leaf.request));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys that choose a word of an input method are its own.
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      const next = (at + step + found.length) % found.length;
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: "nearest" });
    } else if (event.key === "Enter" && found[at]) open(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <AppDialog open title="搜索页面" onClose={onClose} width="520px">
      <Input
        autoFocus
        role="combobox"
        aria-label="页面名称、拼音首字母或路径"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        placeholder="页面名称、拼音首字母或路径"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Box id={id} role="listbox" aria-label="页面" mt="2" maxH="min(360px, 45vh)" overflowY="auto">
        {found.map((entry, i) => (
          <Flex
            key={entry.leaf.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            align="center"
            gap="3"
            px="2.5"
            py="1.5"
            borderRadius="md"
            cursor="pointer"
            _hover={{ bg: "bg.muted" }}
            _selected={{ bg: "accent.subtle", color: "accent.fg" }}
            onClick={() => open(entry)}
          >
            <Text flex="1" truncate>
              {entry.leaf.name}
            </Text>
            <Text textStyle="xs" color="fg.muted" flexShrink="0">
              {entry.trail}
            </Text>
          </Flex>
        ))}
      </Box>
      {found.length === 0 && (
        <Text role="status" py="4" textAlign="center" color="fg.muted">
          没有找到页面
        </Text>
      )}
    </AppDialog>
  );
}
