/** Whom to consult or to bring into a conference, or where to send the call: a colleague, a skill group, or a number typed. */
import { useMemo, useState } from "react";
import { Button, HStack, Input, Stack } from "@chakra-ui/react";
import { isCallNumber } from "@liantai/api/contract";
import type { TransferMode } from "../agent-client/talk-actions.ts";
import { useAgentClient } from "./context.ts";
import { ModeChoice } from "./mode-choice.tsx";
import { NumberFault } from "./number-fault.tsx";
import { Panel } from "./panel.tsx";
import { choicesOf, voicesOf, type Choice } from "./target-choices.ts";
import { TargetList } from "./target-list.tsx";
import { transferModes } from "./transfer-modes.ts";
import { useAsked } from "./use-asked.ts";

export interface TargetPanelProps {
  readonly purpose: "consult" | "transfer" | "invite";
  readonly onClose: () => void;
}

const words = { consult: ["咨询", "发起咨询"], transfer: ["转接", "转接"], invite: ["邀请成员", "邀请"] } as const;

export function TargetPanel({ purpose, onClose }: TargetPanelProps) {
  const { actions } = useAgentClient();
  const found = useAsked("colleagues");
  const [typed, setTyped] = useState("");
  const [asking, setAsking] = useState(false);
  /** The text was to be called as it stands. */
  const [called, setCalled] = useState(false);
  const [mode, setMode] = useState<TransferMode>("blind");
  const [title, verb] = words[purpose];
  const transfers = purpose === "transfer";
  const suspends = transfers && mode === "suspend";
  const waits = !transfers || transferModes.some(({ id, waits: waiting }) => id === mode && waiting);
  const text = typed.trim();
  const what = suspends ? "语音" : "坐席、技能组或号码";
  const choices = useMemo(() => {
    if (typeof found !== "object") return [];
    return (suspends ? voicesOf(found) : choicesOf(found, waits)).filter(({ name }) => name.includes(text));
  }, [found, suspends, waits, text]);
  const callable = isCallNumber(text);
  // A name that is looked for is no number either: said where it finds nobody, or was to be called.
  const wrong =
    !suspends && text !== "" && !callable && (called || (typeof found === "object" && choices.length === 0));
  const order = (target: Choice["target"]): Promise<boolean> => {
    if ("voice" in target) return actions.suspend(target.voice);
    if (purpose !== "transfer") return actions[purpose](target);
    return actions.transfer(target, mode === "suspend" ? "blind" : mode);
  };
  const choose = async (target: Choice["target"]) => {
    setAsking(true);
    const done = await order(target);
    setAsking(false);
    if (done) onClose();
  };
  return (
    <Panel label={title} onClose={onClose}>
      <Stack gap="2" w={transfers ? "320px" : "280px"}>
        {transfers && <ModeChoice mode={mode} onChange={setMode} />}
        <HStack
          as="form"
          gap="2"
          onSubmit={(event) => {
            event.preventDefault();
            if (suspends) return;
            setCalled(true);
            if (callable) void choose({ number: text });
          }}
        >
          <Input
            size="xs"
            aria-label={`${title}的${what}`}
            placeholder={what}
            autoComplete="off"
            aria-invalid={wrong}
            aria-describedby={wrong ? "target-fault" : undefined}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setCalled(false);
            }}
          />
          {!suspends && (
            <Button type="submit" size="xs" disabled={asking || text === ""}>
              {verb}
            </Button>
          )}
        </HStack>
        {wrong && <NumberFault id="target-fault" alignSelf="flex-start" />}
        <TargetList
          failed={found === "failed"}
          choices={typeof found === "object" ? choices : undefined}
          suspends={suspends}
          typed={text}
          busy={asking}
          onChoose={(target) => void choose(target)}
        />
      </Stack>
    </Panel>
  );
}
