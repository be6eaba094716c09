import { Badge, Box, Button, HStack, IconButton, Input, Stack, Text } from "@chakra-ui/react";
import { useMayPress } from "@liantai/api/client";
import { type DefinitionFault, formLimits, formTypes } from "@liantai/api/forms";
import { ChevronLeft, Redo2, Undo2 } from "lucide-react";
import { useState } from "react";
import type { OneForm } from "../queries.ts";
import type { BoardActions } from "./board.tsx";
import type { Design } from "./model/design.ts";
import type { Saving } from "./use-saving.ts";

const views = { design: "设计", rules: "规则", columns: "列与展示", preview: "预览", versions: "版本" } as const;
export type View = keyof typeof views;

interface HeadProps {
  readonly form: OneForm;
  readonly design: Design;
  readonly view: View;
  readonly faults: readonly DefinitionFault[];
  readonly saving: Saving;
  readonly actions: BoardActions;
  readonly undoable: boolean;
  readonly redoable: boolean;
  readonly onView: (view: View) => void;
  /** Goes to the field of a fault; undefined: to the rules. */
  readonly onShow: (field: string | undefined) => void;
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

function Faults({ faults, onShow }: Pick<HeadProps, "faults" | "onShow">) {
  return (
    <Stack as="ul" gap="0" px="3" pb="2" maxH="120px" overflow="auto" listStyleType="none" aria-label="设计中的错误">
      {faults.map(({ field, rule, message }) => (
        <li key={message}>
          <Button
            size="2xs"
            variant="plain"
            color="fg.error"
            px="0"
            whiteSpace="normal"
            textAlign="start"
            h="auto"
            onClick={() =>
              (field !== undefined || rule !== undefined) && onShow(rule === undefined ? field : undefined)
            }
          >
            {message}
          </Button>
        </li>
      ))}
    </Stack>
  );
}

interface ButtonsProps extends HeadProps {
  readonly listed: boolean;
  readonly onList: (listed: boolean) => void;
}

function HeadButtons({ faults, saving, actions, undoable, redoable, onPublish, listed, onList }: ButtonsProps) {
  const may = useMayPress("/formmanage")("customerForm.update");
  const wrong = faults.length > 0;
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
      <IconButton
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label="撤销"
        disabled={!undoable}
        onClick={() => actions.dispatch({ do: "undo" })}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label="重做"
        disabled={!redoable}
        onClick={() => actions.dispatch({ do: "redo" })}
      >
        <Redo2 aria-hidden />
      </IconButton>
      {may && (
        <>
          <Button
            size="xs"
            variant="outline"
            disabled={!saving.dirty}
            loading={saving.busy}
            loadingText="保存草稿"
            onClick={() => void saving.save()}
          >
            保存草稿
          </Button>
          <Button size="xs" onClick={() => (wrong ? onList(true) : onPublish())}>
            发布
          </Button>
        </>
      )}
    </HStack>
  );
}

export function DesignerHead(props: HeadProps) {
  const { form, design, view, faults, saving, actions, onView, onShow, onClose } = props;
  const [listed, setListed] = useState(false);
  const wrong = faults.length > 0;
  const rules = design.rules.length;
  return (
    <Box borderBottomWidth="1px">
      <HStack gap="2" px="2" py="1.5" wrap="wrap">
        <Button size="xs" variant="ghost" colorPalette="gray" onClick={onClose}>
          <ChevronLeft aria-hidden />
          返回列表
        </Button>
        <Input
          id="form-name"
          size="xs"
          w="180px"
          fontWeight="600"
          aria-label="表单名称"
          value={design.name}
          maxLength={formLimits.label}
          onChange={(event) => actions.edit((now) => ({ ...now, name: event.target.value }), "name")}
        />
        <Text color="fg.muted" textStyle="xs">
          {formTypes[form.formType]}
        </Text>
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
              {one === "rules" && rules > 0 && `（${rules}）`}
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
      {wrong && listed && <Faults faults={faults} onShow={onShow} />}
    </Box>
  );
}
