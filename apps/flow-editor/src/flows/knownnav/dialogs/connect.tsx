import { Button, Stack } from "@chakra-ui/react";
import type { SubProcess } from "@liantai/api/flows";
import { AppDialog } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { useBoard } from "../board.ts";
import { exitsOf, refusalOf } from "../model/exits.ts";
import { connect } from "../model/nodes.ts";

interface ConnectDialogProps {
  readonly sub: SubProcess;
  /** The chosen node. */
  readonly from: string;
  readonly onClose: () => void;
}

/** An exit is led somewhere, or nowhere, without a mouse. */
export function ConnectDialog({ sub, from, onClose }: ConnectDialogProps) {
  const { editSub, select } = useBoard();
  const [source, setSource] = useState(from);
  const node = sub.flow.nodes.find(({ nodeId }) => nodeId === source);
  const exits = node ? exitsOf(node) : [];
  const [exit, setExit] = useState(() => (exits.find(({ target }) => target === "") ?? exits[0])?.id ?? "");
  const chosen = exits.find(({ id }) => id === exit) ?? exits[0];
  const [target, setTarget] = useState<string>();
  const now = target ?? chosen?.target ?? "";
  const nameOf = (id: string) => sub.flow.nodes.find(({ nodeId }) => nodeId === id)?.nodeName ?? "";
  const done = () => {
    if (chosen) editSub(sub.subProcessId, (of) => connect(of, source, chosen.id, now));
    select([source]);
    onClose();
  };
  return (
    <AppDialog
      open
      title="连接节点"
      width="420px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button disabled={!chosen || now === chosen.target} onClick={done}>
            {now === "" ? "断开" : "连接"}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <PanelSelect
          label="从"
          value={source}
          none="请选择"
          options={sub.flow.nodes.filter((one) => exitsOf(one).length > 0).map((one) => [one.nodeId, one.nodeName])}
          onChange={(id) => {
            setSource(id);
            setTarget(undefined);
          }}
        />
        <PanelSelect
          label="出口"
          value={chosen?.id ?? ""}
          options={exits.map(({ id, name, target: to }) => [id, to === "" ? name : `${name} → ${nameOf(to)}`])}
          onChange={(id) => {
            setExit(id);
            setTarget(undefined);
          }}
        />
        <PanelSelect
          label="到"
          value={now}
          none="不连接"
          options={sub.flow.nodes
            .filter(({ nodeId }) => chosen && refusalOf(sub, source, chosen.id, nodeId) === undefined)
            .map(({ nodeId, nodeName }) => [nodeId, nodeName])}
          onChange={setTarget}
        />
      </Stack>
    </AppDialog>
  );
}
