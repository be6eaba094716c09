import { useCallback, useEffect, useRef, useState } from "react";
import { Box, HStack } from "@chakra-ui/react";
import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import { CallCard, CardToggle, useCallCard } from "../call-card/call-card.tsx";
import { callDataPart } from "../call-card/call-data-late.ts";
import { AgentState } from "./agent-state.tsx";
import { CallTools } from "./call-tools.tsx";
import { useAgentClient } from "./context.ts";
import { Dialler } from "./dialler.tsx";
import { latePart, useLate } from "./late.ts";
import { Links } from "./links.tsx";
import { useBar, useShortcuts, type BarModel } from "./model.ts";
import { More } from "./more.tsx";
import { keepReachable } from "./reachable.ts";
import { Recover } from "./recover.tsx";
import { taskPrompt } from "./task-part.ts";
import { folded } from "./tool-button.tsx";
import type { ShortcutName } from "./shortcuts.ts";

const offerCard = latePart(() => import("./offer-card.tsx"));
const listeningDock = latePart(() => import("./listening-dock.tsx"));

function Row(model: BarModel) {
  const { actions, askForPopups } = useAgentClient();
  const { view } = model;
  const row = useRef<HTMLDivElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const [keypadOpen, setKeypadOpen] = useState(false);
  const { buttons } = view;
  const card = useCallCard(view.phase);
  const { offer, cti } = model.telephony;
  const up = cti === "up";
  const prompt = useLate(taskPrompt, up);
  useLate(callDataPart, up);
  const offered = useLate(offerCard, offer !== null);
  const keypadAllowed = buttons.dtmf.enabled;
  useEffect(() => keepReachable(row.current!), []);
  useEffect(() => {
    if (!keypadAllowed) setKeypadOpen(false);
  }, [keypadAllowed]);

  useShortcuts(
    useCallback(
      (name: ShortcutName) => {
        switch (name) {
          case "ready":
            if (view.ready.allowed) askForPopups();
            return view.ready.allowed && !view.ready.on ? actions.ready() : undefined;
          case "busy":
            return view.busy.allowed && !view.busy.on ? actions.busy() : undefined;
          case "finishWrapUp":
            return view.wrapUp ? actions.finishWrapUp() : undefined;
          case "answer":
            return buttons.answer.enabled ? actions.answer() : undefined;
          case "hangup":
            return buttons.hangup.enabled ? actions.hangup() : undefined;
          case "hold":
            if (buttons.unhold.enabled) return actions.unhold();
            return buttons.hold.enabled ? actions.hold() : undefined;
          case "mute":
            return view.canMute ? actions.toggleMute() : undefined;
          case "keypad":
            return setKeypadOpen((open) => !open && buttons.dtmf.enabled);
          case "dial":
            // In a call there is no field to go to: the refusal says why.
            return number.current ? number.current.focus() : void actions.dial("");
        }
      },
      [actions, askForPopups, buttons, view],
    ),
  );

  return (
    <Box
      ref={row}
      role="region"
      aria-label="话务工具条"
      pointerEvents="auto"
      bg="bg.panel"
      borderBottomWidth="1px"
      borderColor="border"
      textStyle="sm"
      color="fg"
      css={{ containerType: "inline-size", containerName: "bar" }}
    >
      <HStack gap="3" px="3" h="44px" minW="0" css={{ [folded]: { gap: "6px", paddingInline: "6px" } }}>
        <AgentState {...model} />
        <Box w="1px" h="22px" bg="border" flexShrink="0" css={{ [folded]: { display: "none" } }} />
        {buttons.call.visible && <Dialler enabled={buttons.call.enabled} input={number} />}
        <CallTools {...model} keypadOpen={keypadOpen} onKeypad={setKeypadOpen} />
        <Box flex="1" />
        <Links {...model} />
        <Recover enabled={buttons.recover.enabled} />
        <More {...model} />
        {model.telephony.call && <CardToggle open={card.open} onTurn={card.turn} />}
      </HStack>
      {offered && <offered.OfferCard offer={offer} offset={model.telephony.clockOffset} />}
      {prompt && <prompt.TaskPrompt up={up} />}
      {card.open && <CallCard {...model} />}
    </Box>
  );
}

/** Of administrators: there while they hear a call. */
function Listening() {
  const call = useSelector((state: RootState) => selectTelephony(state).call);
  const part = useLate(listeningDock, call !== null);
  return part && call && <part.ListeningDock call={call} />;
}

/** Always there for whoever has a seat; users without one need no bar. */
export function Bar() {
  const model = useBar();
  return model ? <Row {...model} /> : <Listening />;
}
