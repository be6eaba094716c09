import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { limits } from "@liantai/api/contract/flow-editor";
import { AppDialog, ConfirmDialog } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { useUnsaved } from "@liantai/ui/resource";
import { useState, type ReactNode } from "react";

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
  /** Why it cannot be saved as it is. */
  readonly fault: string | undefined;
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Name and remark over the content; what is typed is not lost by a press on close. */
export function EditorDialog(props: EditorProps) {
  const { title, label, typed, onTyped, isNew, mayEdit, dirty, fault, busy, onSave, onClose, children } = props;
  const [asks, setAsks] = useState(false);
  useUnsaved(mayEdit && dirty);
  const wrong = typed.name.trim() === "" ? `请输入${label}名称` : fault;
  return (
    <AppDialog
      open
      title={title}
      width="920px"
      onClose={() => (mayEdit && dirty ? setAsks(true) : onClose())}
      footer={
        mayEdit && (
          <HStack gap="3">
            {wrong !== undefined && dirty && (
              <Text role="status" textStyle="xs" color="fg.error">
                {wrong}
              </Text>
            )}
            <Button loading={busy} disabled={!dirty || wrong !== undefined} onClick={onSave}>
              保存
            </Button>
          </HStack>
        )
      }
    >
      <Stack gap="3">
        {mayEdit && (
          <HStack align="start" gap="3">
            <PanelText
              label={`${label}名称`}
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
