import { useCallback, useEffect, useRef, useState } from "react";
import { Box } from "@chakra-ui/react";
import { Ellipsis } from "lucide-react";
import { latePart, useLate } from "./late.ts";
import type { BarModel } from "./model.ts";
import { ToolButton } from "./tool-button.tsx";

const menu = latePart(() => import("./more-menu.tsx"));
const chip = latePart(async () => (await import("./forward-chip.tsx")).ForwardChip);

/** 更多: its menu and panels come when they are first wanted. */
export function More(model: BarModel) {
  const [stands, setStands] = useState<"closed" | "open" | "asking" | "aside">("closed");
  const typed = useRef(false);
  const onTyped = useCallback((now: boolean) => {
    typed.current = now;
  }, []);
  const part = useLate(menu, stands !== "closed");
  const { call, forward } = model.telephony;
  const Chip = useLate(chip, !!forward?.number);
  const callId = call?.callId;
  // What was opened before a call must not lie over the call's own tools, nor the other way round. What was typed comes back with it.
  useEffect(() => setStands(typed.current ? "aside" : "closed"), [callId]);
  const open = stands === "open" || stands === "asking";
  const leave = () => setStands(typed.current ? "asking" : "closed");
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
        onClick={() => (open ? leave() : setStands("open"))}
      />
      {stands !== "closed" && part && (
        <Box display={open ? "contents" : "none"}>
          <part.MoreMenu
            {...model}
            asking={stands === "asking"}
            onTyped={onTyped}
            onClose={leave}
            onDrop={() => setStands("closed")}
            onStay={() => setStands("open")}
          />
        </Box>
      )}
    </Box>
  );
}
