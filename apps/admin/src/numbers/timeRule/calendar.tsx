import { Box, Button, chakra, Flex, HStack, IconButton, Text } from "@chakra-ui/react";
import { nextDate, weekdayTexts } from "@liantai/api/contract/admin";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { DayEditor } from "./day-editor.tsx";
import { useRule } from "./use-rule.ts";
import { lookOf, monthOf, moveMonth, todayOf, weeksOf, type DayLook } from "./month.ts";
import { StatutoryFill } from "./statutory.tsx";

const Day = chakra("button", {
  base: {
    display: "flex",
    flexDirection: "column",
    alignItems: "stretch",
    textAlign: "start",
    gap: "0.5",
    p: "1.5",
    h: "66px",
    minW: "0",
    w: "full",
    borderWidth: "1px",
    borderRadius: "sm",
    cursor: "pointer",
    focusVisibleRing: "inside",
    _hover: { borderColor: "border.emphasized" },
    "&[aria-selected=true]": { borderColor: "accent.solid", borderWidth: "2px", p: "5px" },
  },
});
const looks = {
  weekday: { bg: "green.subtle", color: "green.fg" },
  off: { bg: "bg.muted", color: "fg.muted" },
  holiday: { bg: "red.subtle", color: "red.fg" },
  special: { bg: "purple.subtle", color: "purple.fg" },
} as const satisfies Record<DayLook["kind"], object>;
/** Days of the neighbouring months. */
const elsewhere = { bg: "bg", color: "fg.muted" } as const;
const legend = [
  ["weekday", "班 工作日"],
  ["off", "非工作日"],
  ["holiday", "休 节假日"],
  ["special", "特 特殊日"],
] as const;
const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface DayCellProps {
  readonly date: string;
  readonly look: DayLook;
  readonly outside: boolean;
  readonly isToday: boolean;
  readonly chosen: boolean;
  readonly stop: boolean;
  readonly onChoose: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function DayCell({ date, look, outside, isToday, chosen, stop, onChoose, onKeyDown }: DayCellProps) {
  return (
    <Day
      type="button"
      role="gridcell"
      data-date={date}
      tabIndex={stop ? 0 : -1}
      aria-selected={chosen}
      aria-current={isToday ? "date" : undefined}
      aria-label={`${date} ${look.mark} ${look.text}`.replace("  ", " ")}
      title={look.text}
      {...(outside ? elsewhere : looks[look.kind])}
      borderColor={isToday ? "accent.border" : "transparent"}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      <Flex as="span" justify="space-between">
        <Text as="span" fontWeight={isToday ? "bold" : "medium"} color={outside ? "fg.muted" : "fg"}>
          {Number(date.slice(8))}
        </Text>
        <Text as="span" textStyle="xs">
          {look.mark}
        </Text>
      </Flex>
      <Text as="span" fontSize="11px" lineHeight="15px" lineClamp={2} whiteSpace="pre-line">
        {look.text.replace("、", "\n")}
      </Text>
    </Day>
  );
}

/** A month of the rule: what each day is, in colour and in words; a press on a day edits it. */
export function MonthCalendar() {
  const rule = useRule();
  const [month, setMonth] = useState(() => monthOf(todayOf()));
  const [chosen, setChosen] = useState<string>();
  const grid = useRef<HTMLDivElement>(null);
  /** The focus goes with the arrows. */
  const follow = useRef(false);
  const today = todayOf();
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  // One day takes the tab key; the arrows go from there.
  const stop = chosen && monthOf(chosen) === month ? chosen : monthOf(today) === month ? today : `${month}-01`;
  const go = (by: number) => setMonth(moveMonth(month, by));
  const onKeyDown = (event: KeyboardEvent, date: string) => {
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const to = nextDate(date, by);
    setMonth(monthOf(to));
    setChosen(to);
    follow.current = true;
  };
  useLayoutEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-date="${chosen}"]`)?.focus();
  }, [chosen]);
  return (
    <Box borderWidth="1px" borderRadius="md" p="2">
      <Flex justify="space-between" align="center" mb="2" gap="2" wrap="wrap">
        <HStack gap="1">
          <IconButton size="xs" variant="ghost" colorPalette="gray" aria-label="上一月" onClick={() => go(-1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <Text minW="92px" textAlign="center" fontWeight="medium" aria-live="polite">
            {year}年{number}月
          </Text>
          <IconButton size="xs" variant="ghost" colorPalette="gray" aria-label="下一月" onClick={() => go(1)}>
            <ChevronRight aria-hidden />
          </IconButton>
          <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setMonth(monthOf(today))}>
            本月
          </Button>
        </HStack>
        <HStack gap="2" textStyle="xs">
          {legend.map(([kind, text]) => (
            <Text as="span" key={kind} px="1.5" borderRadius="sm" {...looks[kind]}>
              {text}
            </Text>
          ))}
        </HStack>
        <StatutoryFill year={year} />
      </Flex>
      <Box ref={grid} role="grid" aria-label={`${year}年${number}月`}>
        <Box role="row" display="grid" gridTemplateColumns="repeat(7, 1fr)" gap="1" mb="1">
          {weekdayTexts.map((text) => (
            <Text role="columnheader" key={text} textStyle="xs" color="fg.muted" textAlign="center">
              {text}
            </Text>
          ))}
        </Box>
        {weeksOf(month).map((week) => (
          <Box role="row" key={week[0]} display="grid" gridTemplateColumns="repeat(7, 1fr)" gap="1" mb="1">
            {week.map((date) => (
              <DayCell
                key={date}
                date={date}
                look={lookOf(rule, date)}
                outside={monthOf(date) !== month}
                isToday={date === today}
                chosen={date === chosen}
                stop={date === stop}
                onChoose={() => setChosen(date)}
                onKeyDown={(event) => onKeyDown(event, date)}
              />
            ))}
          </Box>
        ))}
      </Box>
      {chosen ? (
        <DayEditor key={chosen} date={chosen} />
      ) : (
        <Text textStyle="xs" color="fg.muted" mt="1">
          选择一天，可设为节假日或特殊日。
        </Text>
      )}
    </Box>
  );
}
