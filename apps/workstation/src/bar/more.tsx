import { useEffect, useState } from "react";
import { Box } from "@chakra-ui/react";
import { Ellipsis } from "lucide-react";
import { latePart, useLate } from "./late.ts";
import type { BarModel } from "./model.ts";
import { ToolButton } from "./tool-button.tsx";

const menu = latePart(() => import("./more-menu.tsx"));

/** 更多: its menu and panels come when they are first wanted. */
export function More(model: BarModel) {
  const [open, setOpen] = useState(false);
  const part = useLate(menu, open);
  const callId = model.telephony.call?.callId;
  // What was opened before a call must not lie over the call's own tools, nor the other way round.
  useEffect(() => setOpen(false), [callId]);
  // 设备检测 is for seats whose telephone is the page, 安全输入 for a talk.
  if (model.user.terminalType !== 2 && !model.view.talks) return null;
  return (
    <Box position="relative" flexShrink="0">
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
