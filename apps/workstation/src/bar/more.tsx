import { useEffect, useState } from "react";
import { Box } from "@chakra-ui/react";
import { Ellipsis } from "lucide-react";
import { latePart, useLate } from "./late.ts";
import type { BarModel } from "./model.ts";
import { ToolButton } from "./tool-button.tsx";

const menu = latePart(() => import("./more-menu.tsx"));
const chip = latePart(async () => (await import("./forward-chip.tsx")).ForwardChip);

/** 更多: its menu and panels come when they are first wanted. */
export function More(model: BarModel) {
  const [open, setOpen] = useState(false);
  const part = useLate(menu, open);
  const { call, forward } = model.telephony;
  const Chip = useLate(chip, !!forward?.number);
  const callId = call?.callId;
  // What was opened before a call must not lie over the call's own tools, nor the other way round.
  useEffect(() => setOpen(false), [callId]);
  return (
    <Box position="relative" flexShrink="0" display="flex">
      {Chip && forward && <Chip {...forward} />}
      <ToolButton
        label="更多"
        icon={<Ellipsis size={13} />}
        iconOnly
        variant="ghost"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && part && <part.MoreMenu {...model} onClose={() => setOpen(false)} />}
    </Box>
  );
}
