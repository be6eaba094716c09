import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { limits } from "@liantai/api/contract/flow-editor";
import { AppDialog, ConfirmDialog } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { useUnsaved } from "@liantai/ui/resource";
import { useEffect, useRef, useState, type ReactNode } from "react";

/** What is typed of a content besides itself. */
export interface Typed {
  readonly name: string;
  readonly remark: string;
  readonly note: string;
}

interface EditorProps {
  readonly title: string;
  readonly label: string;
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
  /** Of a new one there is no note. */
  readonly isNew: boolean;
  readonly mayEdit: boolean;
  readonly dirty: boolean;
  readonly nameFault: string | undefined;
  /** Of the content; each is said at its place, too. */
  readonly faults: readonly { readonly text: string }[];
  /** Another number: the first place that is wrong takes the focus. */
  readonly turn: number;
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const summaryOf = ([first, ...more]: readonly { readonly text: string }[]): string =>
  !first ? "" : more.length === 0 ? first.text : `有${more.length + 1}处需要改正，第一处：${first.text}`;

/** Name and remark over the content; what is typed is not lost by a press on close. */
export function EditorDialog(props: EditorProps) {
  const { title, label, typed, onTyped, isNew, mayEdit, dirty, nameFault, faults, turn, busy } = props;
  const { onSave, onClose, children } = props;
  const [asks, setAsks] = useState(false);
  useUnsaved(mayEdit && dirty);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wrong = turn > 0 ? body.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : undefined;
    wrong?.focus({ preventScroll: true });
    // What is wrong stands under it and must be in sight, too.
    wrong?.scrollIntoView?.({ block: "center" });
  }, [turn]);
  return (
    <AppDialog
      open
      title={title}
      width="920px"
      onClose={() => (mayEdit && dirty ? setAsks(true) : onClose())}
      footer={
        mayEdit && (
          <HStack gap="3">
            <Text role="status" textStyle="xs" color="fg.error" lineClamp="2" wordBreak="break-all">
              {summaryOf([...(nameFault === undefined ? [] : [{ text: nameFault }]), ...faults])}
            </Text>
            <Button flex="none" loading={busy} disabled={!dirty} onClick={onSave}>
              保存
            </Button>
          </HStack>
        )
      }
    >
      <Stack gap="3" ref={body}>
        {mayEdit && (
          <HStack align="start" gap="3">
            <PanelText
              label={`${label}名称`}
              error={nameFault}
              value={typed.name}
              max={limits.input}
              onChange={(name) => onTyped({ ...typed, name })}
            />
            <PanelText
              label="备注"
              value={typed.remark}
              max={limits.remark}
              onChange={(remark) => onTyped({ ...typed, remark })}
            />
            {!isNew && (
              <PanelText
                label="修改说明"
                value={typed.note}
                max={limits.remark}
                onChange={(note) => onTyped({ ...typed, note })}
              />
            )}
          </HStack>
        )}
        {children}
      </Stack>
      <ConfirmDialog
        open={asks}
        title="放弃修改"
        text="修改还没有保存，关闭后不能恢复。"
        confirm="放弃"
        cancel="继续编辑"
        dangerous
        onConfirm={onClose}
        onClose={() => setAsks(false)}
      />
    </AppDialog>
  );
}
