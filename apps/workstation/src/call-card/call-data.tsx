/** 随路数据 of the call in hand: what travels with it, and what the agent adds for whoever has the call next. */
import { Box, Button, HStack, IconButton, Input, Stack, Text } from "@chakra-ui/react";
import { Pencil, Plus, X } from "lucide-react";
import { callDataMax, type AgentCallView, type CallData } from "@liantai/api/contract";
import { FactList } from "@liantai/ui";
import { bytesOf, changedRow, withRow, withoutRow, type CallDataDraft, type DraftRow } from "./call-data-draft.ts";
import { useCallData, type CallDataEditor } from "./use-call-data.ts";

const none: CallData = {};

interface RowProps {
  readonly row: DraftRow;
  readonly fault: string | undefined;
  onChange(part: Partial<DraftRow>): void;
  onRemove(): void;
}

function Row({ row: { key, text, added }, fault, onChange, onRemove }: RowProps) {
  const name = key.trim() || "新的一项";
  return (
    <Box role="listitem">
      <HStack gap="1">
        {added ? (
          <Input
            size="2xs"
            w="92px"
            flex="none"
            aria-label="随路数据名称"
            placeholder="名称"
            autoComplete="off"
            aria-invalid={fault !== undefined}
            value={key}
            onChange={(event) => onChange({ key: event.target.value })}
          />
        ) : (
          <Text w="92px" flex="none" truncate color="fg.muted" title={key}>
            {key}
          </Text>
        )}
        <Input
          size="2xs"
          flex="1"
          minW="0"
          aria-label={`${name}的内容`}
          placeholder="内容"
          autoComplete="off"
          aria-invalid={fault !== undefined}
          value={text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
        <IconButton size="2xs" variant="ghost" colorPalette="gray" aria-label={`移除${name}`} onClick={onRemove}>
          <X size={12} />
        </IconButton>
      </HStack>
      {fault && (
        <Text role="alert" color="fg.error">
          {fault}
        </Text>
      )}
    </Box>
  );
}

interface EditorProps {
  readonly editor: CallDataEditor;
  readonly draft: CallDataDraft;
  readonly present: CallData;
}

function Editor({ editor, draft, present }: EditorProps) {
  const { fault, busy, change } = editor;
  const bytes = bytesOf(draft, present);
  return (
    <Stack
      as="form"
      gap="1.5"
      onSubmit={(event) => {
        event.preventDefault();
        void editor.save();
      }}
      onBlur={(event) => {
        // Within the form the typing goes on; its own buttons do what they say.
        if (!event.currentTarget.contains(event.relatedTarget)) void editor.saveAside();
      }}
    >
      <Stack gap="1" role="list" aria-label="编辑随路数据" maxH="220px" overflowY="auto">
        {draft.rows.map((row, at) => (
          <Row
            key={row.added ? `added ${at}` : row.key}
            row={row}
            fault={fault?.row === at ? fault.text : undefined}
            onChange={(part) => change(changedRow(draft, at, part))}
            onRemove={() => change(withoutRow(draft, at))}
          />
        ))}
      </Stack>
      {fault && fault.row === undefined && (
        <Text role="alert" color="fg.error">
          {fault.text}
        </Text>
      )}
      <HStack justify="space-between">
        <Button size="2xs" variant="ghost" onClick={() => change(withRow(draft))}>
          <Plus size={12} />
          添加一项
        </Button>
        <Text
          aria-label="随路数据长度"
          color={bytes > callDataMax ? "fg.error" : "fg.muted"}
          fontVariantNumeric="tabular-nums"
        >
          {bytes} / {callDataMax}字节
        </Text>
      </HStack>
      <HStack justify="flex-end">
        <Button size="2xs" variant="outline" colorPalette="gray" onClick={editor.drop}>
          取消
        </Button>
        <Button size="2xs" type="submit" disabled={busy}>
          保存
        </Button>
      </HStack>
    </Stack>
  );
}

interface CallDataPartProps {
  readonly call: AgentCallView;
  /** Nobody types into a card that rings. */
  readonly talks: boolean;
}

export function CallDataPart({ call, talks }: CallDataPartProps) {
  const present = call.callData ?? none;
  const editor = useCallData(call.callId, present);
  const any = Object.keys(present).length > 0;
  if (!talks && !any) return null;
  return (
    <Stack as="section" aria-label="随路数据" gap="1" textStyle="xs">
      <HStack justify="space-between" minH="24px">
        <Text fontWeight="semibold">随路数据</Text>
        {talks && !editor.draft && (
          <Button size="2xs" variant="ghost" aria-label={any ? "编辑随路数据" : "添加随路数据"} onClick={editor.begin}>
            {any ? <Pencil size={12} /> : <Plus size={12} />}
            {any ? "编辑" : "添加"}
          </Button>
        )}
      </HStack>
      {talks && editor.draft ? (
        <Editor editor={editor} draft={editor.draft} present={present} />
      ) : (
        <FactList look="small" leaveEmpty facts={Object.entries(present)} />
      )}
    </Stack>
  );
}
