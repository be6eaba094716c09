/** A sign in the bar that opens its panel; open from the start, for it comes when something begins. */
import { useState, type ReactElement, type ReactNode } from "react";
import { Box } from "@chakra-ui/react";
import { Panel } from "./panel.tsx";
import { ToolButton } from "./tool-button.tsx";

interface ToolWithPanelProps {
  readonly label: string;
  readonly icon: ReactElement;
  /** The panel's own name. */
  readonly panel: string;
  readonly children: ReactNode;
}

export function ToolWithPanel({ label, icon, panel, children }: ToolWithPanelProps) {
  const [open, setOpen] = useState(true);
  return (
    <Box position="relative">
      <ToolButton
        label={label}
        icon={icon}
        iconOnly
        colorPalette="orange"
        variant="solid"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Panel label={panel} onClose={() => setOpen(false)}>
          {children}
        </Panel>
      )}
    </Box>
  );
}
