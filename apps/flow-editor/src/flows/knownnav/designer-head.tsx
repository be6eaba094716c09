import { Badge, HStack, IconButton, Text } from "@chakra-ui/react";
import type { SubProcess } from "@liantai/api/flows";
import { BoardHead } from "@liantai/ui/board";
import { CircleHelp, Copy, Search, Spline } from "lucide-react";
import { useBoard } from "./board.ts";
import type { Asked } from "./dialogs/index.tsx";
import { duplicate } from "./keys.ts";
import type { Editor } from "./model/editor.ts";
import { typeNames, type OneFlow } from "./queries.ts";
import { sides } from "./sides/index.ts";
import type { Saving } from "./use-saving.ts";

interface DesignerHeadProps {
  readonly flow: OneFlow;
  readonly editor: Editor;
  readonly sub: SubProcess;
  readonly saving: Saving;
  readonly may: boolean;
  readonly view: string;
  readonly onView: (view: string) => void;
  readonly onAsk: (asked: Asked) => void;
  /** Absent: the person may not. */
  readonly onPublish?: () => void;
  readonly onClose: () => void;
}

const views = Object.fromEntries(sides.map(({ id, title }) => [id, title]));
/** They stand under the canvas. */
const faults: readonly [] = [];
const tool = { size: "xs", variant: "ghost", colorPalette: "gray" } as const;

type TitleProps = Pick<DesignerHeadProps, "flow" | "editor" | "sub" | "may" | "onAsk">;

/** What it is, where it stands, and what can be done with what is chosen. */
function Title({ flow, editor: { marked }, sub, may, onAsk }: TitleProps) {
  const actions = useBoard();
  return (
    <HStack gap="2" minW="0">
      <Text fontWeight="600" truncate maxW="220px" title={flow.name}>
        {flow.name}
      </Text>
      <Badge size="sm">{typeNames[flow.flowType]}</Badge>
      <Badge size="sm" colorPalette={flow.version > 0 ? "green" : "gray"}>
        {flow.version > 0 ? `已发布第${flow.version}版` : "未发布"}
      </Badge>
      <IconButton {...tool} aria-label="查找节点" title="查找节点 Ctrl+F" onClick={() => onAsk("search")}>
        <Search aria-hidden />
      </IconButton>
      {may && (
        <>
          <IconButton {...tool} aria-label="连接节点" title="连接节点 C" onClick={() => onAsk("connect")}>
            <Spline aria-hidden />
          </IconButton>
          <IconButton
            {...tool}
            aria-label="复制节点"
            title="复制节点 Ctrl+D"
            disabled={marked.size === 0}
            onClick={() => duplicate({ sub, flowId: flow.id, actions }, marked)}
          >
            <Copy aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton {...tool} aria-label="操作说明" title="操作说明 ?" onClick={() => onAsk("help")}>
        <CircleHelp aria-hidden />
      </IconButton>
    </HStack>
  );
}

export function DesignerHead({ onPublish, ...props }: DesignerHeadProps) {
  const { editor, saving, may, view, onView, onClose } = props;
  const { step } = useBoard();
  return (
    <BoardHead
      {...{ views, view, faults, saving, onView, onClose }}
      undoable={editor.board.past.length > 0}
      redoable={editor.board.future.length > 0}
      onStep={step}
      {...(may && { onSave: () => void saving.save() })}
      {...(onPublish && { onPublish })}
      title={<Title {...props} />}
    />
  );
}
