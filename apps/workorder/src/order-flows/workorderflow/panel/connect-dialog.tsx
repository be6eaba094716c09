import { Button, Stack } from "@chakra-ui/react";
import type { FlowNode } from "@liantai/api/contract/workorder";
import { AppDialog } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { useFlowBoard } from "../board.tsx";
import { connect, type FlowDesign, newId, refusalOf } from "../../parts/graph.ts";

interface ConnectDialogProps {
  readonly design: FlowDesign;
  readonly from: FlowNode | undefined;
  readonly onClose: () => void;
}

const called = ({ id, name }: FlowNode) => [id, name || "未命名"] as const;

/** A line without a mouse. */
export function ConnectDialog({ design: { flow }, from, onClose }: ConnectDialogProps) {
  const { draw, select } = useFlowBoard();
  const [source, setSource] = useState(from?.kind === "end" ? "" : (from?.id ?? ""));
  const [target, setTarget] = useState("");
  const targets = flow.nodes.filter(({ id }) => refusalOf(flow, source, id) === undefined);
  const fits = targets.some(({ id }) => id === target);
  const done = () => {
    const id = newId();
    draw((now) => connect(now, { id, from: source, to: target }));
    select([id]);
    onClose();
  };
  return (
    <AppDialog
      open
      title="添加连线"
      width="400px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button disabled={!fits} onClick={done}>
            连接
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <PanelSelect
          label="从"
          value={source}
          options={flow.nodes.filter(({ kind }) => kind !== "end").map(called)}
          none="请选择"
          onChange={setSource}
        />
        <PanelSelect
          label="到"
          value={fits ? target : ""}
          options={targets.map(called)}
          none="请选择"
          onChange={setTarget}
        />
      </Stack>
    </AppDialog>
  );
}
