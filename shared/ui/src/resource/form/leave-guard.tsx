/** The one question before unsaved text is thrown away, and the sheets that ask it. */
import { Button } from "@chakra-ui/react";
import { AppDialog, AppDrawer, ConfirmDialog } from "@liantai/ui";
import { useCallback, useContext, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { LeaveContext } from "./leave-context.ts";
import { useUnsaved } from "./use-unsaved.ts";

interface Guard {
  /** What it holds itself is unsaved. What stands in it says so by useUnsaved, as every form does. */
  readonly dirty?: boolean;
  /** Nobody leaves now: it is being sent. */
  readonly held?: boolean;
}

interface LeaveQuestionProps {
  readonly open: boolean;
  /** What is unsaved may go. */
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** The question by itself: for who decides where to go when it is answered. */
export const LeaveQuestion = ({ open, onLeave, onStay }: LeaveQuestionProps) => (
  <ConfirmDialog
    open={open}
    title="未保存"
    text="有未保存的内容，确定要离开吗？"
    confirm="放弃"
    cancel="继续编辑"
    dangerous
    onConfirm={onLeave}
    onClose={onStay}
  />
);

interface LeaveGuardProps extends Guard {
  /** What LeaveButton does once nothing is unsaved or the question was answered. */
  readonly onLeave?: () => void;
  /** `ask` goes on at once, or after the question. */
  readonly children: ReactNode | ((ask: (go: () => void) => void) => ReactNode);
}

/** Asks before what stands in it is left with something unsaved. Around another guard it asks for what is unsaved in that one, too. */
export function LeaveGuard({ dirty = false, held = false, onLeave, children }: LeaveGuardProps) {
  const marks = useRef(0);
  const markAround = useContext(LeaveContext)?.mark;
  const [asked, setAsked] = useState<{ readonly go: () => void }>();
  useUnsaved(dirty);
  const mark = useCallback(() => {
    marks.current += 1;
    const end = markAround?.();
    return () => {
      marks.current -= 1;
      end?.();
    };
  }, [markAround]);
  const ask = (go: () => void) => {
    if (held) return;
    if (dirty || marks.current > 0) setAsked({ go });
    else go();
  };
  return (
    <LeaveContext value={{ mark, leave: () => ask(() => onLeave?.()) }}>
      {typeof children === "function" ? children(ask) : children}
      <LeaveQuestion
        open={asked !== undefined}
        onLeave={() => {
          setAsked(undefined);
          asked?.go();
        }}
        onStay={() => setAsked(undefined)}
      />
    </LeaveContext>
  );
}

/** 取消 of what a guard is around: asks as its cross and Escape do. */
export function LeaveButton({ disabled = false }: { readonly disabled?: boolean }) {
  const scope = useContext(LeaveContext);
  return (
    <Button variant="outline" colorPalette="gray" disabled={disabled} onClick={() => scope?.leave()}>
      取消
    </Button>
  );
}

type GuardedSheetProps = Omit<ComponentProps<typeof AppDialog>, "open"> & Guard;

/** For who draws one of the two sheets: forms. */
export function GuardedSheet({
  Sheet,
  dirty = false,
  held = false,
  onClose,
  ...rest
}: GuardedSheetProps & { readonly Sheet: typeof AppDialog }) {
  return (
    <LeaveGuard dirty={dirty} held={held} onLeave={onClose}>
      {(ask) => <Sheet open onClose={() => ask(onClose)} {...rest} />}
    </LeaveGuard>
  );
}

/** An AppDrawer whose Escape, cross and LeaveButton ask while anything in it is unsaved. What was saved closes it by `onClose` itself. */
export function GuardedDrawer({ open, ...rest }: GuardedSheetProps & { readonly open: boolean }) {
  return open ? <GuardedSheet Sheet={AppDrawer} {...rest} /> : null;
}

/** The same as a dialog. */
export function GuardedDialog({ open, ...rest }: GuardedSheetProps & { readonly open: boolean }) {
  return open ? <GuardedSheet Sheet={AppDialog} {...rest} /> : null;
}
