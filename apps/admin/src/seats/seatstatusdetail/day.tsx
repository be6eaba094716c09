/** One seat's day as a timeline, with the way to the days beside it. */
import { Flex, IconButton, Text } from "@chakra-ui/react";
import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import { dayMs, epochOf, formatDate } from "@liantai/api/contract";
import { nextDate } from "@liantai/api/contract/admin";
import { AppDrawer } from "@liantai/ui";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { Loaded } from "../../home/parts/parts.tsx";
import { Timeline } from "../../home/parts/timeline.tsx";
import { seatText } from "./columns.tsx";
import { details, type StatusDetail } from "./queries.ts";

const empty = { title: "这一天没有状态记录", hint: "该坐席当天没有签入，可以看前一天或后一天。" };

function Day({ agentId, first }: { readonly agentId: string; readonly first: string }) {
  const [day, setDay] = useState(first);
  const offset = useSelector((state: RootState) => selectTelephony(state).clockOffset);
  const states = details.day.useQuery({ body: { agentId, day } }, { refetchOnMountOrArgChange: true });
  const now = (states.fulfilledTimeStamp ?? Date.now()) + offset;
  const today = formatDate(now);
  const past = day < today;
  return (
    <>
      <Flex align="center" gap="2" mb="3">
        <IconButton aria-label="前一天" size="2xs" variant="outline" onClick={() => setDay(nextDate(day, -1))}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <Text fontVariantNumeric="tabular-nums">{day}</Text>
        <IconButton
          aria-label="后一天"
          size="2xs"
          variant="outline"
          disabled={!past}
          onClick={() => setDay(nextDate(day))}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </Flex>
      <Loaded part={{ ...states, data: states.currentData }}>
        {(data) => (
          <Timeline
            states={data}
            now={past ? epochOf(`${day} 00:00:00`) + dayMs : now}
            label={`${day} 状态`}
            end={past ? "24:00:00" : "现在"}
            empty={empty}
          />
        )}
      </Loaded>
    </>
  );
}

export function DayDrawer({ of, onClose }: { readonly of: StatusDetail | undefined; readonly onClose: () => void }) {
  return (
    <AppDrawer open={of !== undefined} title={of ? `${seatText(of)} 当日状态` : ""} width="640px" onClose={onClose}>
      {of && <Day agentId={of.agentId} first={of.from.slice(0, 10)} />}
    </AppDrawer>
  );
}
