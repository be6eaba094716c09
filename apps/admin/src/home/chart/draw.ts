/** echarts with only the parts that are used, apart from the rest: chart.tsx loads it when a chart comes into sight (canvas.ts). */
import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { init, use as register } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { textOf, type ChartColor, type ChartData } from "./model.ts";

register([BarChart, LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

const calm = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

/** The theme's colours as they stand on this element: they follow light and dark. */
function paint(element: HTMLElement) {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--chakra-colors-${name}`).trim();
  return {
    series: (color: ChartColor) => token(`${color}-solid`),
    text: token("fg-muted"),
    strong: token("fg"),
    line: token("border"),
    panel: token("bg-panel"),
    font: style.fontFamily,
  };
}

function optionOf(element: HTMLElement, { categories, series, unit, rightUnit }: ChartData) {
  const colors = paint(element);
  const words = { color: colors.text, fontSize: 12 };
  const axis = (name: string | undefined, grid: boolean) => ({
    type: "value" as const,
    name: name ?? "",
    nameTextStyle: { ...words, align: grid ? "left" : "right" },
    nameGap: 10,
    minInterval: 1,
    min: 0,
    axisLabel: words,
    splitLine: { show: grid, lineStyle: { color: colors.line } },
  });
  return {
    animation: !calm(),
    animationDuration: 300,
    animationDurationUpdate: 300,
    textStyle: { fontFamily: colors.font },
    grid: {
      left: 8,
      right: 8,
      top: 28,
      bottom: 4,
      outerBoundsMode: "same" as const,
      outerBoundsContain: "axisLabel" as const,
    },
    // On the canvas: as HTML it would carry style attributes, which the page's policy forbids.
    tooltip: {
      trigger: "axis" as const,
      renderMode: "richText" as const,
      backgroundColor: colors.panel,
      borderColor: colors.line,
      borderWidth: 1,
      padding: 8,
      textStyle: { color: colors.strong, fontSize: 12 },
      axisPointer: { type: "shadow" as const, shadowStyle: { color: colors.line, opacity: 0.4 } },
    },
    xAxis: {
      type: "category" as const,
      data: [...categories],
      axisLabel: words,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.line } },
    },
    yAxis: [axis(unit, true), ...(series.some((s) => s.right) ? [axis(rightUnit, false)] : [])],
    series: series.map((one) => ({
      type: one.kind,
      name: one.name,
      data: one.values.map((v) => v ?? "-"),
      yAxisIndex: one.right ? 1 : 0,
      itemStyle: { color: colors.series(one.color), ...(one.kind === "bar" ? { borderRadius: [2, 2, 0, 0] } : {}) },
      ...(one.kind === "bar"
        ? { barMaxWidth: 18, barGap: "10%" }
        : {
            symbol: "circle",
            symbolSize: 5,
            showSymbol: !one.dashed,
            lineStyle: {
              width: 2,
              color: colors.series(one.color),
              type: one.dashed ? ("dashed" as const) : ("solid" as const),
            },
          }),
      tooltip: { valueFormatter: (value: unknown) => textOf(one, typeof value === "number" ? value : null) },
    })),
  };
}

export interface Drawn {
  /** Draws other numbers, or the same in other colours. */
  show(data: ChartData): void;
  /** The element has another size. */
  resize(): void;
  end(): void;
}

/** `element` must have a size. */
export function draw(element: HTMLElement, data: ChartData): Drawn {
  const chart = init(element, undefined, { renderer: "canvas" });
  const show = (next: ChartData) => chart.setOption(optionOf(element, next), { replaceMerge: ["series", "yAxis"] });
  show(data);
  return { show, resize: () => chart.resize({ animation: { duration: 0 } }), end: () => chart.dispose() };
}
