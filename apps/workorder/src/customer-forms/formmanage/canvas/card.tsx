import { Badge, Box, chakra, HStack, IconButton } from "@chakra-ui/react";
import { controlTypes, type FormField } from "@liantai/api/forms";
import { ConfigField } from "@liantai/ui/dynamic";
import { ArrowDown, ArrowUp, Copy, Trash2 } from "lucide-react";
import { memo, useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { StartDrag } from "./use-drag.ts";

const Cover = chakra("button", {
  base: {
    position: "absolute",
    inset: "0",
    zIndex: "1",
    borderRadius: "md",
    cursor: "grab",
    touchAction: "none",
    focusVisibleRing: "inside",
  },
});

export interface CardActions {
  readonly select: (id: string) => void;
  readonly step: (id: string, by: 1 | -1) => void;
  readonly copy: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly drag: StartDrag;
}

/** Controls far from what is seen are drawn when they come near: 200 of them open in the time of a screenful. */
function useNear() {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const element = ref.current;
    if (near || !element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: "600px 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return [ref, near] as const;
}

interface CardProps {
  readonly id: string;
  readonly field: FormField;
  readonly span: number;
  readonly selected: boolean;
  /** How many faults it has. */
  readonly faults: number;
  readonly actions: CardActions;
}

const marksOf = (field: FormField): readonly string[] => [
  ...(field.config ? ["系统"] : []),
  ...(field.hidden ? ["隐藏"] : []),
  ...(field.permission ? ["只读"] : []),
  ...(field.workOrderUpgrade ? ["工单升级"] : []),
  ...(field.ext?.formula === undefined ? [] : ["公式"]),
];

/** A field on the canvas: drawn as it will be, pressed to be chosen, dragged or moved by keys (Alt and an arrow). */
export const Card = memo(function Card({ id, field, span, selected, faults, actions }: CardProps) {
  const [ref, near] = useNear();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 } as const;
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      actions.step(id, step[event.key]);
    } else if (event.key === "Delete" && !field.config) actions.remove(id);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "d") {
      event.preventDefault();
      actions.copy(id);
    }
  };
  const marks = marksOf(field);
  return (
    <Box
      ref={ref}
      data-card={id}
      position="relative"
      gridColumn={`span ${span}`}
      minW="0"
      minH="58px"
      p="2"
      borderRadius="md"
      borderWidth="1px"
      borderStyle={selected ? "solid" : "dashed"}
      borderColor={selected ? "accent.solid" : faults > 0 ? "border.error" : "transparent"}
      bg={selected ? "accent.subtle" : undefined}
      _hover={{ borderColor: selected ? "accent.solid" : "border.emphasized" }}
      style={{ contentVisibility: "auto", containIntrinsicSize: "auto 74px" }}
    >
      <Cover
        type="button"
        data-field-card={field.name}
        aria-label={`${field.label}，${controlTypes[field.type]}${faults > 0 ? `，${faults}处有误` : ""}`}
        aria-pressed={selected}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete Control+D"
        onPointerDown={(event) => actions.drag(event, { label: field.label, id })}
        onClick={() => actions.select(id)}
        onKeyDown={onKeyDown}
      />
      <div inert>{near ? <ConfigField field={field} /> : field.label}</div>
      <HStack position="absolute" top="1" right="1" zIndex="2" gap="0.5" pointerEvents="none">
        {faults > 0 && (
          <Badge colorPalette="red" size="xs">
            {faults}处有误
          </Badge>
        )}
        {marks.map((mark) => (
          <Badge key={mark} size="xs" colorPalette="gray">
            {mark}
          </Badge>
        ))}
        {selected && (
          <HStack gap="0" pointerEvents="auto" bg="bg.panel" borderRadius="sm" borderWidth="1px">
            <IconButton
              size="2xs"
              variant="ghost"
              aria-label={`上移${field.label}`}
              onClick={() => actions.step(id, -1)}
            >
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton
              size="2xs"
              variant="ghost"
              aria-label={`下移${field.label}`}
              onClick={() => actions.step(id, 1)}
            >
              <ArrowDown aria-hidden />
            </IconButton>
            <IconButton size="2xs" variant="ghost" aria-label={`复制${field.label}`} onClick={() => actions.copy(id)}>
              <Copy aria-hidden />
            </IconButton>
            {!field.config && (
              <IconButton
                size="2xs"
                variant="ghost"
                colorPalette="red"
                aria-label={`移除${field.label}`}
                onClick={() => actions.remove(id)}
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </HStack>
        )}
      </HStack>
    </Box>
  );
});
