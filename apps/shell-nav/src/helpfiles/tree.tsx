import { Box, chakra, Text } from "@chakra-ui/react";
import { BookText, ChevronRight, FileText, Folder } from "lucide-react";
import { useState } from "react";
import type { Branch } from "./model.ts";

const List = chakra("ul", { base: { listStyle: "none", m: "0", p: "0", "& ul": { ps: "4" } } });
const Entry = chakra("button", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "1.5",
    w: "full",
    minH: "30px",
    px: "2",
    borderRadius: "sm",
    textAlign: "start",
    cursor: "pointer",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.subtle" },
    "&[aria-current=page]": { bg: "accent.subtle", color: "accent.fg" },
    "& svg": { flex: "none" },
    "&[aria-expanded=true] [data-arrow]": { rotate: "90deg" },
  },
});

interface TreeProps {
  readonly branches: readonly Branch[];
  readonly chosen: string | undefined;
  /** A folder that was pressed may be changed, too. */
  readonly onChoose: (branch: Branch) => void;
  /** After a search everything that was found is in sight. */
  readonly allOpen: boolean;
}

/** Folders and documents; a folder opens and closes where it is pressed. */
export function HelpTree({ branches, chosen, onChoose, allOpen }: TreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const draw = (list: readonly Branch[]) => (
    <List>
      {list.map((branch) => {
        const folder = branch.kind === "folder";
        const Icon = folder ? Folder : branch.pdf ? BookText : FileText;
        const open = folder && (allOpen || !closed.has(branch.id));
        const press = () => {
          if (folder) {
            const next = new Set(closed);
            if (!next.delete(branch.id)) next.add(branch.id);
            setClosed(next);
          }
          onChoose(branch);
        };
        return (
          <li key={branch.id}>
            <Entry
              type="button"
              onClick={press}
              aria-current={branch.id === chosen ? "page" : undefined}
              aria-expanded={folder ? open : undefined}
            >
              {folder ? <ChevronRight data-arrow size={14} aria-hidden /> : <Box w="14px" flex="none" />}
              <Icon size={15} aria-hidden />
              <Text as="span" truncate title={branch.title}>
                {branch.title}
              </Text>
            </Entry>
            {open && branch.below.length > 0 && draw(branch.below)}
          </li>
        );
      })}
    </List>
  );
  return draw(branches);
}
