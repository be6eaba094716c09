/** A chart with its words: a legend, a sentence for those who do not see it, and its numbers as a table. */
import { Box, Button, Flex, HStack, Text } from "@chakra-ui/react";
import { ErrorState, report, useColorMode } from "@liantai/ui";
import { memo, useEffect, useId, useRef, useState } from "react";
import type { Drawn } from "./draw.ts";
import { Numbers } from "./numbers.tsx";
import { textOf, type ChartData, type ChartSeries } from "./model.ts";

const load = async () => {
  const canvas = await import(/* webpackChunkName: "chart-canvas" */ "./canvas.ts");
  const core = await canvas.next();
  const drawing = await core.next();
  // The first drawing costs as much again: in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  return drawing;
};

/** Keeps the drawing in the element: begun when it has a size, of the same size ever since. */
function useDrawing(data: ChartData) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [failed, setFailed] = useState<string>();
  const drawing = useRef<Drawn>(undefined);
  const latest = useRef(data);
  const { mode } = useColorMode();
  useEffect(() => {
    latest.current = data;
    drawing.current?.show(data);
  }, [data, mode]);
  useEffect(() => {
    if (!element || failed) return;
    let left = false;
    let asked = false;
    const begin = async () => {
      asked = true;
      try {
        const { draw } = await load();
        if (!left) drawing.current = draw(element, latest.current);
      } catch (error) {
        if (!left) setFailed(report(error, "图表加载失败"));
      }
    };
    const observer = new ResizeObserver(([entry]) => {
      // A hidden pane has no size; what is drawn stays as it is until it is shown again.
      if (!entry || entry.contentRect.width === 0 || entry.contentRect.height === 0) return;
      if (!asked) void begin();
      else drawing.current?.resize();
    });
    observer.observe(element);
    return () => {
      left = true;
      observer.disconnect();
      drawing.current?.end();
      drawing.current = undefined;
    };
  }, [element, failed]);
  return { setElement, failed, retry: () => setFailed(undefined) };
}

function Sign({ kind, color, dashed }: ChartSeries) {
  return kind === "bar" ? (
    <Box as="span" aria-hidden w="10px" h="10px" borderRadius="2px" bg={`${color}.solid`} />
  ) : (
    <Box
      as="span"
      aria-hidden
      w="16px"
      h="0"
      borderTopWidth="2px"
      borderColor={`${color}.solid`}
      {...(dashed ? { borderStyle: "dashed" } : {})}
    />
  );
}

interface ChartProps {
  readonly label: string;
  /** One sentence that says what is to be seen. */
  readonly summary: string;
  /** Heads the column of categories. */
  readonly categoryTitle: string;
  readonly data: ChartData;
  /** px */
  readonly height?: number;
}

/** Loads what draws it when it first comes into sight; keep `data` the same object while its numbers are. */
export const Chart = memo(function Chart({ label, summary, categoryTitle, data, height = 260 }: ChartProps) {
  const [listed, setListed] = useState(false);
  const { setElement, failed, retry } = useDrawing(data);
  const id = useId();
  return (
    <Flex direction="column" gap="2">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <HStack columnGap="3" rowGap="1" wrap="wrap" color="fg.muted">
          {data.series.map((one) => (
            <HStack key={one.name} gap="1.5">
              <Sign {...one} />
              <Text as="span">{one.name}</Text>
            </HStack>
          ))}
        </HStack>
        <Button size="2xs" variant="outline" aria-controls={id} onClick={() => setListed(!listed)}>
          {listed ? "看图表" : "看数据"}
        </Button>
      </Flex>
      <Box
        id={id}
        h={`${height}px`}
        overflow={listed ? "auto" : "hidden"}
        {...(listed ? { tabIndex: 0, role: "region", "aria-label": `${label}数据` } : {})}
      >
        {listed ? (
          <Numbers aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{categoryTitle}</th>
                {data.series.map((one) => (
                  <th key={one.name} scope="col">
                    {one.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.categories.map((category, i) => (
                <tr key={category}>
                  <th scope="row">{category}</th>
                  {data.series.map((one) => (
                    <td key={one.name}>{textOf(one, one.values[i])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Numbers>
        ) : failed ? (
          <ErrorState title="图表没有加载成功" hint="数据可以在「看数据」中查看。" errorId={failed} onRetry={retry} />
        ) : (
          <Box ref={setElement} role="img" aria-label={`${label}：${summary}`} h="full" />
        )}
      </Box>
    </Flex>
  );
});
