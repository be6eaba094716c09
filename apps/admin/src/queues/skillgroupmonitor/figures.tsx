/** Columns of 技能组监控: one a figure, with its formula over the heading and the calls behind it one press away. */
import { Button } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import { groupFigures, type CallsBehind, type GroupFigure, type groupMonitorApi } from "@liantai/api/contract/admin";
import { formatDuration, type Column } from "@liantai/ui";
import { isBeyond, type Limits } from "@liantai/ui/resource";
import { Elapsed } from "../../home/parts/elapsed.tsx";
import { Figure } from "../parts/counting.tsx";

export type Groups = ReplyOf<typeof groupMonitorApi.list>;
export type Group = Groups["groups"][number];

const all: readonly GroupFigure[] = groupFigures;
export const valueOf = (group: Group, figure: string): number | null => group[figure as keyof Group] as number | null;

function text(value: number | null, unit: GroupFigure["unit"]): string {
  if (value === null) return "—";
  return unit === "percent" ? `${value.toFixed(1)}%` : unit === "seconds" ? formatDuration(value) : String(value);
}

const widths: Readonly<Record<string, number>> = {
  longestWait: 88,
  estimatedWait: 88,
  estimateError: 80,
  inbound: 88,
  shortAbandoned: 76,
  answerRate: 76,
  serviceLevel: 88,
  answerSpeed: 88,
  handleTime: 88,
};
/** Together with the rest they fit the list at 1280 px beside the open menu. */
const optional: ReadonlySet<string> = new Set([
  "wrapUp",
  "callbacks",
  "shortAbandoned",
  "handleTime",
  "ringing",
  "overflowed",
  "estimateError",
  "answerSpeed",
]);

export interface FigureProps {
  readonly at: number;
  readonly offset: number;
  readonly limits: Limits;
  /** Undefined: 通话记录 is not granted. */
  readonly openCalls: ((group: Group, calls: CallsBehind) => void) | undefined;
}

const figureColumn = (figure: GroupFigure, { at, offset, limits, openCalls }: FigureProps): Column<Group> => {
  const { id, name, formula, unit, calls } = figure;
  return {
    id,
    title: name,
    hint: formula,
    width: widths[id] ?? 62,
    align: "end",
    optional: optional.has(id),
    value: (group) => valueOf(group, id),
    cell: (group) => {
      const value = valueOf(group, id);
      const shown =
        id === "longestWait" && value !== null ? (
          <Elapsed since={at - value * 1_000} offset={offset} />
        ) : (
          text(value, unit)
        );
      const toned = <Figure beyond={isBeyond(figure, value, limits)}>{shown}</Figure>;
      if (!calls || !openCalls || !value) return toned;
      return (
        <Button
          size="2xs"
          variant="plain"
          px="0"
          minW="0"
          h="auto"
          textDecoration="underline"
          textDecorationStyle="dotted"
          textUnderlineOffset="3px"
          aria-label={`${name}${text(value, unit)}，查看通话`}
          title={`查看${name}的通话`}
          onClick={() => openCalls(group, calls)}
        >
          {toned}
        </Button>
      );
    },
  };
};

export const figureColumns = (props: FigureProps): readonly Column<Group>[] =>
  all.map((figure) => figureColumn(figure, props));
