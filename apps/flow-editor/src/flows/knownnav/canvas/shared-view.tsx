import { Box, Button, HStack } from "@chakra-ui/react";
import type { FlowBody } from "@liantai/api/flows";
import { AppDialog } from "@liantai/ui";
import { ReactFlowProvider } from "@xyflow/react";
import { useState } from "react";
import { actionsOf, BoardActionsProvider } from "../board.ts";
import { mainOf, subOf, subsOf } from "../model/body.ts";
import { Canvas } from "./canvas.tsx";

/** Looked at, and not changed. */
const noActions = actionsOf(() => undefined);
const nothing = new Set<string>();
const noFindings = new Map<string, never>();

interface SharedViewProps {
  readonly name: string;
  readonly body: FlowBody;
  readonly onClose: () => void;
}

/** A version of a shared sub-process as it is drawn, from the flow that calls it. */
export function SharedView({ name, body, onClose }: SharedViewProps) {
  const [shown, setShown] = useState(mainOf(body)?.subProcessId ?? "");
  const sub = subOf(body, shown);
  const subs = subsOf(body);
  return (
    <AppDialog open title={`公共子流程“${name}”`} width="960px" onClose={onClose}>
      {subs.length > 1 && (
        <HStack role="tablist" aria-label="公共子流程的画布" gap="0.5">
          {subs.map(({ subProcessId, subProcessName }) => (
            <Button
              key={subProcessId}
              role="tab"
              aria-selected={subProcessId === sub?.subProcessId}
              size="2xs"
              variant={subProcessId === sub?.subProcessId ? "subtle" : "ghost"}
              onClick={() => setShown(subProcessId)}
            >
              {subProcessName}
            </Button>
          ))}
        </HStack>
      )}
      {sub && (
        <BoardActionsProvider value={noActions}>
          <ReactFlowProvider key={sub.subProcessId}>
            <Box display="flex" h="420px" borderWidth="1px">
              <Canvas
                {...{ sub, marked: nothing, findings: noFindings, taken: undefined, figures: undefined }}
                onHold={() => undefined}
              />
            </Box>
          </ReactFlowProvider>
        </BoardActionsProvider>
      )}
    </AppDialog>
  );
}
