import { ConfirmDialog } from "@liantai/ui";

interface BoardQuestionsProps {
  readonly leaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  /** Somebody else saved meanwhile: in the server's words. */
  readonly conflict: string | undefined;
  readonly onOverride: () => void;
  readonly onForget: () => void;
}

/** Before a drawing is left or laid over another's. */
export function BoardQuestions({ leaving, onStay, onLeave, conflict, onOverride, onForget }: BoardQuestionsProps) {
  return (
    <>
      <ConfirmDialog
        open={leaving}
        title="未保存"
        text="设计还没有保存，确定要离开吗？"
        confirm="放弃"
        cancel="继续设计"
        dangerous
        onConfirm={onLeave}
        onClose={onStay}
      />
      <ConfirmDialog
        open={conflict !== undefined}
        title="已被他人修改"
        text={`${conflict ?? ""} 您的设计还在这里：可以用它覆盖对方的修改，也可以继续设计。`}
        confirm="用我的设计覆盖"
        cancel="继续设计"
        dangerous
        onConfirm={onOverride}
        onClose={onForget}
      />
    </>
  );
}
