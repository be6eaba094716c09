import { Button, HStack, IconButton } from "@chakra-ui/react";
import type { FlowBody, SubProcess } from "@liantai/api/flows";
import { AppDialog, ConfirmDialog } from "@liantai/ui";
import { PanelSelect, PanelText } from "@liantai/ui/board";
import { useMayPress } from "@liantai/api/client";
import { Pencil, Plus, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { useBoard } from "./board.ts";
import { newId, subsOf } from "./model/body.ts";
import { ShareSub } from "./share-sub.tsx";
import { addSub, keptFor, removeSub, renameSub } from "./model/sub-processes.ts";

const nameLimit = 30;

interface NameDialogProps {
  readonly title: string;
  readonly first: string;
  readonly onDone: (name: string, classification: 2 | 3) => void;
  readonly onClose: () => void;
  readonly kinds?: boolean;
}

function NameDialog({ title, first, kinds, onDone, onClose }: NameDialogProps) {
  const [name, setName] = useState(first);
  const [kind, setKind] = useState("2");
  return (
    <AppDialog
      open
      title={title}
      width="400px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button disabled={name.trim() === ""} onClick={() => onDone(name.trim(), kind === "3" ? 3 : 2)}>
            确定
          </Button>
        </>
      }
    >
      <PanelText label="名称" value={name} max={nameLimit} onChange={setName} />
      {kinds && (
        <PanelSelect
          label="类型"
          value={kind}
          options={[
            ["2", "子流程：由“跳转”节点调用"],
            ["3", "问答：客户随时提问时进入"],
          ]}
          onChange={setKind}
        />
      )}
    </AppDialog>
  );
}

interface SubTabsProps {
  readonly body: FlowBody;
  readonly sub: SubProcess;
  readonly flowId: string;
  readonly may: boolean;
}

/** Sub-processes as tabs above the canvas: shown, added, renamed, taken away when nobody calls them. */
export function SubTabs({ body, sub, flowId, may }: SubTabsProps) {
  const { editBody, show } = useBoard();
  const [asked, setAsked] = useState<"add" | "rename" | "remove" | "share">();
  const mayShare = useMayPress("/processconfig")("flow.add") && sub.classification === 2;
  const close = () => setAsked(undefined);
  const why = keptFor(body, sub);
  const look = { size: "2xs", variant: "ghost", colorPalette: "gray" } as const;
  return (
    <HStack gap="1" px="2" py="1" overflow="auto" flex="none">
      <HStack role="tablist" aria-label="子流程" gap="0.5">
        {subsOf(body).map(({ subProcessId, subProcessName }) => (
          <Button
            key={subProcessId}
            role="tab"
            aria-selected={subProcessId === sub.subProcessId}
            size="2xs"
            variant={subProcessId === sub.subProcessId ? "subtle" : "ghost"}
            {...(subProcessId === sub.subProcessId ? {} : { colorPalette: "gray" })}
            onClick={() => show(subProcessId)}
          >
            {subProcessName}
          </Button>
        ))}
      </HStack>
      {may && (
        <>
          <IconButton {...look} aria-label="新增子流程" title="新增子流程" onClick={() => setAsked("add")}>
            <Plus aria-hidden />
          </IconButton>
          <IconButton {...look} aria-label="重命名子流程" title="重命名子流程" onClick={() => setAsked("rename")}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            {...look}
            aria-label="删除子流程"
            title={why ?? "删除子流程"}
            disabled={sub.classification === 1}
            onClick={() => setAsked("remove")}
          >
            <Trash2 aria-hidden />
          </IconButton>
          {mayShare && (
            <IconButton {...look} aria-label="存为公共子流程" title="存为公共子流程" onClick={() => setAsked("share")}>
              <Share2 aria-hidden />
            </IconButton>
          )}
        </>
      )}
      {asked === "add" && (
        <NameDialog
          title="新增子流程"
          first=""
          kinds
          onClose={close}
          onDone={(name, classification) => {
            const id = newId();
            editBody((now) => renameSub(addSub(now, { id, classification, flowId, newId }), id, name));
            show(id);
            close();
          }}
        />
      )}
      {asked === "rename" && (
        <NameDialog
          title="重命名子流程"
          first={sub.subProcessName}
          onClose={close}
          onDone={(name) => {
            editBody((now) => renameSub(now, sub.subProcessId, name));
            close();
          }}
        />
      )}
      {asked === "share" && <ShareSub {...{ body, sub }} onClose={close} />}
      <ConfirmDialog
        open={asked === "remove"}
        title="删除子流程"
        text={
          why === undefined
            ? `确定要删除「${sub.subProcessName}」和其中的${sub.flow.nodes.length}个节点吗？`
            : `「${sub.subProcessName}」不能删除：${why}。`
        }
        confirm={why === undefined ? "删除" : "知道了"}
        dangerous={why === undefined}
        onConfirm={() => {
          editBody((now) => removeSub(now, sub.subProcessId));
          close();
        }}
        onClose={close}
      />
    </HStack>
  );
}
