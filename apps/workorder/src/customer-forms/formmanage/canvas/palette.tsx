import { Button, Heading, Stack, Text } from "@chakra-ui/react";
import { controlTypes, type ControlType, type FormField, formLimits, newField } from "@liantai/api/forms";
import { Heading1, RotateCcw } from "lucide-react";
import { memo } from "react";
import { useBoard } from "../board.tsx";
import { freeLabel, freeName } from "../model/design.ts";
import { kindIcons } from "./kinds.tsx";
import type { StartDrag } from "./use-drag.ts";

export const freshField =
  (type: ControlType) =>
  (names: readonly string[], labels: readonly string[]): FormField => ({
    ...newField(type, freeName(names)),
    label: freeLabel(labels, controlTypes[type]),
  });

interface PaletteProps {
  readonly count: number;
  /** Fields that the published version has and the design has not. */
  readonly gone: readonly FormField[];
  readonly onAdd: (make: ReturnType<typeof freshField>) => void;
  readonly onDrag: StartDrag;
}

/** The kinds of control: pressed, one comes after the chosen field; dragged, where it is let go. */
export const Palette = memo(function Palette({ count, gone, onAdd, onDrag }: PaletteProps) {
  const { edit } = useBoard();
  const full = count >= formLimits.fields;
  return (
    <Stack as="aside" aria-label="控件" gap="1" w="136px" flex="none" overflow="auto" p="2" borderEndWidth="1px">
      <Heading as="h3" textStyle="xs" color="fg.muted">
        控件（{count}/{formLimits.fields}）
      </Heading>
      {(Object.entries(controlTypes) as [ControlType, string][]).map(([type, name]) => (
        <Button
          key={type}
          size="xs"
          variant="outline"
          colorPalette="gray"
          justifyContent="flex-start"
          touchAction="none"
          disabled={full}
          aria-label={`添加${name}`}
          onPointerDown={(event) => onDrag(event, { label: name, make: freshField(type) })}
          onClick={() => onAdd(freshField(type))}
        >
          {kindIcons[type]}
          {name}
        </Button>
      ))}
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        justifyContent="flex-start"
        aria-label="添加分组"
        onClick={() =>
          edit((design) => {
            const ids = design.sections.map(({ id }) => id);
            const title = freeLabel(
              design.sections.map((one) => one.title),
              "分组",
            );
            return { ...design, sections: [...design.sections, { id: freeName(ids, "section"), title }] };
          })
        }
      >
        <Heading1 aria-hidden size="14" />
        分组
      </Button>
      {gone.length > 0 && (
        <>
          <Heading as="h3" textStyle="xs" color="fg.muted" mt="3">
            历史字段
          </Heading>
          <Text textStyle="xs" color="fg.muted">
            已有的值保留，只读显示
          </Text>
          {gone.map((field) => (
            <Button
              key={field.name}
              size="xs"
              variant="ghost"
              colorPalette="gray"
              justifyContent="flex-start"
              title={`恢复“${field.label}”`}
              aria-label={`恢复${field.label}`}
              disabled={full}
              onClick={() => onAdd((_, labels) => ({ ...field, label: freeLabel(labels, field.label) }))}
            >
              <RotateCcw aria-hidden size="12" />
              <Text truncate>{field.label}</Text>
            </Button>
          ))}
        </>
      )}
    </Stack>
  );
});
