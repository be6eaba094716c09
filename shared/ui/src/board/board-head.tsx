import { Badge, Box, Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import { ChevronLeft, Redo2, Undo2 } from "lucide-react";
import { useState, type ReactNode } from "react";

export interface BoardFault {
  readonly text: string;
  /** Goes to where it is. */
  readonly onShow?: (() => void) | undefined;
}

interface BoardHeadProps<View extends string> {
  /** What it is called, where it can be typed over. */
  readonly title: ReactNode;
  readonly views: Readonly<Record<View, string>>;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly faults: readonly BoardFault[];
  readonly saving: { readonly dirty: boolean; readonly busy: boolean; readonly said: string | undefined };
  readonly undoable: boolean;
  readonly redoable: boolean;
  readonly onStep: (step: "undo" | "redo") => void;
  /** Absent: the person may not. */
  readonly onSave?: (() => void) | undefined;
  readonly onPublish?: (() => void) | undefined;
  readonly onClose: () => void;
}

function Faults({ faults }: { readonly faults: readonly BoardFault[] }) {
  return (
    <Stack as="ul" gap="0" px="3" pb="2" maxH="120px" overflow="auto" listStyleType="none" aria-label="设计中的错误">
      {faults.map(({ text, onShow }, at) => (
        <li key={`${text} ${at}`}>
          <Button
            size="2xs"
            variant="plain"
            color="fg.error"
            px="0"
            whiteSpace="normal"
            textAlign="start"
            h="auto"
            onClick={onShow}
          >
            {text}
          </Button>
        </li>
      ))}
    </Stack>
  );
}

interface ButtonsProps extends Pick<
  BoardHeadProps<string>,
  "faults" | "saving" | "undoable" | "redoable" | "onStep" | "onSave" | "onPublish"
> {
  readonly listed: boolean;
  readonly onList: (listed: boolean) => void;
}

function HeadButtons(props: ButtonsProps) {
  const { faults, saving, undoable, redoable, onStep, onSave, onPublish, listed, onList } = props;
  const wrong = faults.length > 0;
  const step = { size: "xs", variant: "ghost", colorPalette: "gray" } as const;
  return (
    <HStack gap="1" ms="auto">
      {wrong && (
        <Button size="xs" variant="ghost" colorPalette="red" aria-expanded={listed} onClick={() => onList(!listed)}>
          {faults.length}处错误
        </Button>
      )}
      <Badge size="sm" colorPalette={saving.dirty ? "orange" : "gray"} aria-live="polite">
        {saving.dirty ? "未保存" : "已保存"}
      </Badge>
      <IconButton {...step} aria-label="撤销" disabled={!undoable} onClick={() => onStep("undo")}>
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton {...step} aria-label="重做" disabled={!redoable} onClick={() => onStep("redo")}>
        <Redo2 aria-hidden />
      </IconButton>
      {onSave && (
        <Button
          size="xs"
          variant="outline"
          disabled={!saving.dirty}
          loading={saving.busy}
          loadingText="保存草稿"
          onClick={onSave}
        >
          保存草稿
        </Button>
      )}
      {onPublish && (
        <Button size="xs" onClick={() => (wrong ? onList(true) : onPublish())}>
          发布
        </Button>
      )}
    </HStack>
  );
}

/** The head of a drawing board: its name, its sides, steps back, saving and publishing, and what is wrong, by name. */
export function BoardHead<View extends string>(props: BoardHeadProps<View>) {
  const { title, views, view, onView, faults, saving, onClose } = props;
  const [listed, setListed] = useState(false);
  return (
    <Box borderBottomWidth="1px">
      <HStack gap="2" px="2" py="1.5" wrap="wrap">
        <Button size="xs" variant="ghost" colorPalette="gray" onClick={onClose}>
          <ChevronLeft aria-hidden />
          返回列表
        </Button>
        {title}
        <HStack role="tablist" aria-label="设计的方面" gap="0.5">
          {(Object.entries(views) as [View, string][]).map(([one, text]) => (
            <Button
              key={one}
              role="tab"
              aria-selected={one === view}
              size="xs"
              variant={one === view ? "subtle" : "ghost"}
              {...(one === view ? {} : { colorPalette: "gray" })}
              onClick={() => onView(one)}
            >
              {text}
            </Button>
          ))}
        </HStack>
        <HeadButtons {...props} listed={listed} onList={setListed} />
      </HStack>
      {saving.said !== undefined && (
        <Text role="alert" color="fg.error" textStyle="xs" px="3" pb="2">
          {saving.said}
        </Text>
      )}
      {faults.length > 0 && listed && <Faults faults={faults} />}
    </Box>
  );
}
