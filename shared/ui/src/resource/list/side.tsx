import { Box, chakra, Flex } from "@chakra-ui/react";
import { isBoolean, usePreference } from "@liantai/ui";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";

const Edge = chakra("button", {
  base: {
    flex: "none",
    w: "14px",
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    borderRadius: "sm",
    color: "fg.muted",
    cursor: "pointer",
    _hover: { bg: "bg.muted", color: "fg" },
    focusVisibleRing: "inside",
  },
});

interface SideProps {
  /** Under this name it is kept whether it is folded. */
  readonly id: string;
  readonly label: string;
  readonly width: string;
  readonly children: ReactNode;
}

/** What stands left of a list, e.g. a tree of groups: it folds to its edge. */
export function Side({ id, label, width, children }: SideProps) {
  const region = useId();
  const [open, setOpen] = usePreference(`side.${id}`, isBoolean, true);
  const name = `${open ? "收起" : "展开"}${label}左侧栏`;
  return (
    <Flex flex="none" minH="0">
      {/* Hidden, not gone: what was opened in it stays open. */}
      <Box id={region} hidden={!open} w={width} minH="0" overflow="auto" bg="bg" borderWidth="1px" borderRadius="md">
        {children}
      </Box>
      <Edge
        type="button"
        aria-label={name}
        title={name}
        aria-expanded={open}
        aria-controls={region}
        onClick={() => setOpen(!open)}
      >
        {open ? <ChevronLeft size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
      </Edge>
    </Flex>
  );
}
