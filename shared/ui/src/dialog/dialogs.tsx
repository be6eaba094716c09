import { Button, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Sheet, type SheetProps } from "./sheet.tsx";

interface Openable {
  readonly open: boolean;
}

/** A dialog that leaves the bar usable: the only way to draw one (facts.md, "Front end"). What it holds is unmounted when it closes. */
export function AppDialog({ open, ...rest }: SheetProps & Openable) {
  return open ? <Sheet role="dialog" side="centre" {...rest} /> : null;
}

/** The same at the end of the line: for what is read beside a list. */
export function AppDrawer({ open, ...rest }: SheetProps & Openable) {
  return open ? <Sheet role="dialog" side="end" {...rest} /> : null;
}

interface ConfirmDialogProps extends Openable {
  readonly title: string;
  readonly text: ReactNode;
  /** Names what will happen, e.g. 删除. */
  readonly confirm: string;
  /** The way back; default 取消. */
  readonly cancel?: string;
  readonly dangerous?: boolean;
  readonly busy?: boolean;
  /** What it asks is not known yet. */
  readonly waiting?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog({
  open,
  title,
  text,
  confirm,
  cancel = "取消",
  dangerous,
  busy,
  waiting = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  if (!open) return null;
  return (
    <Sheet
      role="alertdialog"
      side="centre"
      width="400px"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {cancel}
          </Button>
          <Button colorPalette={dangerous ? "red" : "accent"} loading={busy} disabled={waiting} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <Text as="div">{text}</Text>
    </Sheet>
  );
}
