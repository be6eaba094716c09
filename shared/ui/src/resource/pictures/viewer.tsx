import { Box, Button, chakra, CloseButton, Flex, Heading, HStack, IconButton, Text } from "@chakra-ui/react";
import { afterFrame } from "@liantai/api/client";
import { ErrorState, LoadingState, useModal } from "@liantai/ui";
import { ChevronLeft, ChevronRight, Download, RotateCcw, RotateCw, Undo2, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useReducer, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useBytes, type Picture, type PictureViewerProps } from "./pictures.ts";
import { useStage } from "./use-stage.ts";
import { firstView, stepOfKey, transformOf, viewed, viewerSettings, type Step, type View } from "./view.ts";

const buttons = [
  { kind: "zoomIn", word: "放大", Icon: ZoomIn, keys: "+" },
  { kind: "zoomOut", word: "缩小", Icon: ZoomOut, keys: "-" },
  { kind: "rotateLeft", word: "向左旋转", Icon: RotateCcw, keys: "Shift+R" },
  { kind: "rotateRight", word: "向右旋转", Icon: RotateCw, keys: "R" },
  { kind: "reset", word: "还原", Icon: Undo2, keys: "0" },
] as const;

/** A drawer that it was opened from lies in the same layer, which no modal makes inert. Before useModal: its focus goes back into it. */
function useCovering(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const own = ref.current;
    const layer = own?.parentElement;
    if (!layer || layer === document.body) return undefined;
    let covered: HTMLElement[] = [];
    const cancel = afterFrame(() => {
      covered = [...layer.children].filter(
        (one): one is HTMLElement => one instanceof HTMLElement && one !== own && !one.inert,
      );
      for (const one of covered) one.inert = true;
    });
    return () => {
      cancel();
      for (const one of covered) one.inert = false;
    };
  }, [ref]);
}

interface ShownProps {
  readonly picture: Picture;
  readonly view: View;
  readonly onStep: (step: Step) => void;
}

function Shown({ picture, view, onStep }: ShownProps) {
  const { bytes, retry, refuse } = useBytes(picture);
  const stage = useStage(onStep);
  return (
    <Flex
      {...stage}
      flex="1"
      minH="0"
      overflow="hidden"
      align="center"
      justify="center"
      p="4"
      bg="bg.muted"
      cursor={bytes.state === "ready" ? "grab" : undefined}
      _active={{ cursor: bytes.state === "ready" ? "grabbing" : undefined }}
      touchAction="none"
    >
      {bytes.state === "loading" && <LoadingState />}
      {bytes.state === "failed" && <ErrorState title="加载失败" hint={bytes.why} onRetry={retry} />}
      {bytes.state === "ready" && (
        <chakra.img
          src={bytes.url}
          alt={picture.name}
          draggable={false}
          maxW="100%"
          maxH="100%"
          objectFit="contain"
          userSelect="none"
          style={{ transform: transformOf(view) }}
          onError={refuse}
        />
      )}
    </Flex>
  );
}

interface TurnProps {
  readonly at: number;
  readonly of: number;
  readonly onTurn: (by: 1 | -1) => void;
}

function Turn({ at, of, onTurn }: TurnProps) {
  return (
    <HStack gap="1" flex="none">
      <IconButton
        size="sm"
        variant="ghost"
        colorPalette="gray"
        aria-label="上一张"
        title="上一张（←）"
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <Text role="status" fontVariantNumeric="tabular-nums">
        第{at + 1}张，共{of}张
      </Text>
      <IconButton
        size="sm"
        variant="ghost"
        colorPalette="gray"
        aria-label="下一张"
        title="下一张（→）"
        onClick={() => onTurn(1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </HStack>
  );
}

/** What PictureViewer loads. The focus begins at 放大 and goes back to what opened it; the keys work wherever in it the focus is. */
export function Viewer({ pictures, first, onClose, zIndex = viewerSettings.zIndex }: PictureViewerProps) {
  const [at, setAt] = useState(first);
  const [view, step] = useReducer(viewed, firstView);
  const cover = useRef<HTMLDivElement>(null);
  useCovering(cover);
  const { ref, layer } = useModal();
  const picture = pictures[at];
  if (!picture) return null;
  const turn = (by: 1 | -1) => {
    setAt((now) => (now + by + pictures.length) % pictures.length);
    step({ kind: "reset" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl and + is the browser's own.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = pictures.length > 1 && (event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" && -1);
    const done = stepOfKey(event.key, event.shiftKey);
    if (event.key === "Escape") onClose();
    else if (by) turn(by);
    else if (done) step(done);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return createPortal(
    // A stacking context below the bar's: `zIndex` counts within the tab, and a call can always be taken.
    <Box
      ref={cover}
      position={layer ? "absolute" : "fixed"}
      inset="0"
      pt={layer ? "0" : "112px"}
      zIndex={layer ? 10 : "modal"}
      textStyle="sm"
      color="fg"
    >
      <Box position="relative" h="full" zIndex={zIndex}>
        <Flex
          ref={ref}
          role="dialog"
          aria-label={`查看图片${picture.name}`}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          direction="column"
          h="full"
          bg="bg.panel"
          outline="none"
        >
          <Flex align="center" gap="3" ps="5" pe="2" py="2" borderBottomWidth="1px">
            <Heading as="h2" textStyle="md" fontWeight="semibold" flex="1" minW="0" truncate title={picture.name}>
              {picture.name}
            </Heading>
            {pictures.length > 1 && <Turn at={at} of={pictures.length} onTurn={turn} />}
            <CloseButton size="sm" colorPalette="gray" aria-label="关闭" title="关闭（Esc）" onClick={onClose} />
          </Flex>
          <Shown key={picture.id} picture={picture} view={view} onStep={step} />
          <HStack data-sheet-footer gap="1" wrap="wrap" justify="center" px="3" py="2" borderTopWidth="1px">
            {buttons.map(({ kind, word, Icon, keys }) => (
              <Button
                key={kind}
                size="sm"
                variant="ghost"
                colorPalette="gray"
                aria-keyshortcuts={keys}
                onClick={() => step({ kind })}
              >
                <Icon aria-hidden />
                {word}
              </Button>
            ))}
            <Text role="status" aria-label="缩放比例" minW="12" textAlign="center" fontVariantNumeric="tabular-nums">
              {Math.round(view.scale * 100)}%
            </Text>
            <Button size="sm" variant="ghost" colorPalette="gray" onClick={picture.download}>
              <Download aria-hidden />
              下载
            </Button>
          </HStack>
        </Flex>
      </Box>
    </Box>,
    layer?.element ?? document.body,
  );
}
