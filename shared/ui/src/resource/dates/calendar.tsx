/** The month that opens beside a date: loaded when it is first opened, for it weighs more than all the fields together. */
import { DatePicker, parseDate } from "@ark-ui/react/date-picker";
import { chakra, Input, Portal, Text } from "@chakra-ui/react";
import { isDate } from "@liantai/api/contract/parts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { timeOfDayTyped } from "./typed.ts";

export interface CalendarProps {
  readonly label: string;
  /** It stands under this. */
  readonly anchor: HTMLElement;
  /** yyyy-MM-dd; anything else: none is chosen. */
  readonly date: string;
  /** HH:mm:ss, where the field has a time of day. */
  readonly time?: string | undefined;
  /** yyyy-MM-dd; outside of them no day can be picked. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onDate: (date: string) => void;
  readonly onTime?: (time: string) => void;
  readonly onClose: () => void;
}

const Panel = chakra(DatePicker.Content, {
  base: {
    bg: "bg.panel",
    borderWidth: "1px",
    borderRadius: "md",
    shadow: "lg",
    p: "3",
    w: "268px",
    textStyle: "sm",
    color: "fg",
    outline: "none",
    "& table": { w: "full", borderCollapse: "collapse" },
    "& th": { fontWeight: "normal", color: "fg.muted", h: "28px", textAlign: "center" },
    "& td": { p: "0", textAlign: "center" },
  },
});
const Head = chakra(DatePicker.ViewControl, {
  base: { display: "flex", alignItems: "center", justifyContent: "space-between", mb: "1" },
});
const headButton = {
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  h: "28px",
  minW: "28px",
  px: "2",
  borderRadius: "sm",
  cursor: "pointer",
  focusVisibleRing: "inside",
  _hover: { bg: "bg.muted" },
} as const;
const Previous = chakra(DatePicker.PrevTrigger, { base: headButton });
const Next = chakra(DatePicker.NextTrigger, { base: headButton });
const Title = chakra(DatePicker.ViewTrigger, { base: { ...headButton, fontWeight: "medium" } });
const Cell = chakra(DatePicker.TableCellTrigger, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    minW: "32px",
    h: "30px",
    px: "1",
    borderRadius: "sm",
    cursor: "pointer",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.muted" },
    "&[data-today]": { fontWeight: "bold", color: "accent.fg" },
    "&[data-outside-range]": { color: "fg.subtle" },
    "&[data-selected]": { bg: "accent.solid", color: "accent.contrast" },
    "&[data-disabled]": {
      color: "fg.subtle",
      cursor: "not-allowed",
      textDecoration: "line-through",
      bg: "transparent",
    },
  },
});

/** The parts of the library speak English unless they are told. */
const words: NonNullable<DatePicker.RootProps["translations"]> = {
  dayCell: ({ valueText, unavailable, selected }) =>
    `${valueText}${unavailable ? "，不可选" : selected ? "，已选" : ""}`,
  prevTrigger: (view) => ({ day: "上个月", month: "上一年", year: "上个十年" })[view],
  nextTrigger: (view) => ({ day: "下个月", month: "下一年", year: "下个十年" })[view],
  viewTrigger: (view) => (view === "day" ? "选择月份" : "选择年份"),
  content: "日历",
};

const arrows = (
  <Head>
    <Previous>
      <ChevronLeft size={16} aria-hidden />
    </Previous>
    <Title>
      <DatePicker.RangeText />
    </Title>
    <Next>
      <ChevronRight size={16} aria-hidden />
    </Next>
  </Head>
);

function Days() {
  return (
    <DatePicker.View view="day">
      {arrows}
      <DatePicker.Context>
        {({ weekDays, weeks }) => (
          <DatePicker.Table aria-roledescription="月历">
            <DatePicker.TableHead>
              <DatePicker.TableRow>
                {weekDays.map((day) => (
                  <DatePicker.TableHeader key={day.long} aria-label={day.long}>
                    {day.narrow}
                  </DatePicker.TableHeader>
                ))}
              </DatePicker.TableRow>
            </DatePicker.TableHead>
            <DatePicker.TableBody>
              {weeks.map((week) => (
                <DatePicker.TableRow key={String(week[0])}>
                  {week.map((day) => (
                    <DatePicker.TableCell key={String(day)} value={day}>
                      <Cell>{day.day}</Cell>
                    </DatePicker.TableCell>
                  ))}
                </DatePicker.TableRow>
              ))}
            </DatePicker.TableBody>
          </DatePicker.Table>
        )}
      </DatePicker.Context>
    </DatePicker.View>
  );
}

/** Months of a year, or years of a decade. */
function Wider({ view }: { readonly view: "month" | "year" }) {
  return (
    <DatePicker.View view={view}>
      {arrows}
      <DatePicker.Context>
        {(picker) => (
          <DatePicker.Table columns={4} aria-roledescription="月历">
            <DatePicker.TableBody>
              {(view === "month"
                ? picker.getMonthsGrid({ columns: 4, format: "short" })
                : picker.getYearsGrid({ columns: 4 })
              ).map((row, i) => (
                <DatePicker.TableRow key={i}>
                  {row.map((each) => (
                    <DatePicker.TableCell key={each.value} value={each.value}>
                      <Cell w="52px">{each.label}</Cell>
                    </DatePicker.TableCell>
                  ))}
                </DatePicker.TableRow>
              ))}
            </DatePicker.TableBody>
          </DatePicker.Table>
        )}
      </DatePicker.Context>
    </DatePicker.View>
  );
}

function TimeOfDay({ label, time, onTime }: { label: string; time: string; onTime: (time: string) => void }) {
  const [text, setText] = useState(time);
  const take = () => {
    const typed = timeOfDayTyped(text, time.slice(6));
    setText(typed ?? time);
    if (typed && typed !== time) onTime(typed);
  };
  return (
    <chakra.label display="flex" alignItems="center" gap="2" mt="2" pt="2" borderTopWidth="1px">
      <Text as="span" color="fg.muted" whiteSpace="nowrap">
        时间
      </Text>
      <Input
        size="xs"
        aria-label={`${label}，时间`}
        value={text}
        fontVariantNumeric="tabular-nums"
        placeholder="HH:mm:ss"
        autoComplete="off"
        maxLength={12}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === "Enter" && take()}
      />
    </chakra.label>
  );
}

const valueOf = (date: string | undefined) => (date && isDate(date) ? parseDate(date) : undefined);

export default function Calendar({ label, anchor, date, time, min, max, onDate, onTime, onClose }: CalendarProps) {
  const panel = useRef<HTMLDivElement>(null);
  const chosen = valueOf(date);
  // It opens under the hand: the focus goes to the chosen day or to today.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      panel.current
        ?.querySelector<HTMLElement>(
          "[data-part=table-cell-trigger][data-focus], [data-part=table-cell-trigger][data-today]",
        )
        ?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <DatePicker.Root
      locale="zh-CN"
      startOfWeek={1}
      translations={words}
      open
      onOpenChange={({ open }) => open || onClose()}
      closeOnSelect={time === undefined}
      value={chosen ? [chosen] : []}
      min={valueOf(min)}
      max={valueOf(max)}
      positioning={{ getAnchorElement: () => anchor, placement: "bottom-start", strategy: "fixed" }}
      onValueChange={({ value }) => value[0] && onDate(value[0].toString())}
    >
      <Portal>
        <DatePicker.Positioner style={{ zIndex: 1500 }}>
          <Panel ref={panel} aria-roledescription="日历" aria-label={`${label}，选择日期`}>
            <Days />
            <Wider view="month" />
            <Wider view="year" />
            {time !== undefined && onTime && <TimeOfDay key={time} label={label} time={time} onTime={onTime} />}
          </Panel>
        </DatePicker.Positioner>
      </Portal>
    </DatePicker.Root>
  );
}
