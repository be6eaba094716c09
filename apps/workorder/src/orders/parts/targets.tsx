/** 服务目标 of orders: the most pressing one in a list, all of one order with what counted and what did not. */
import { Badge, Box, Stack, Text } from "@chakra-ui/react";
import { targetPhases, type TargetPhase } from "@liantai/api/contract/work-orders";
import { epochOf } from "@liantai/api/contract";
import { targets, type OrderLine, type OrderTarget } from "./queries.ts";
import { Reckoned, ReckonedList, Stretches } from "./reckoned.tsx";
import { lengthText } from "./words.tsx";

type Listed = OrderLine["targets"][number];

const colours: Readonly<Record<TargetPhase, string | undefined>> = {
  running: undefined,
  paused: "fg.muted",
  met: "green.fg",
  missed: "fg.error",
};
const soon = 30 * 60_000;

/** What is left by the clock; of one that stands still what is left of its working time. */
export function leftText({ phase, dueTime, leftMs, ended }: Listed, now: number): string {
  if (ended === 1) return phase === "met" ? "已达成" : "未达成";
  if (phase === "paused") return `已暂停，剩余${lengthText(leftMs)}`;
  if (dueTime === "") return targetPhases[phase];
  const left = epochOf(dueTime) - now;
  return left > 0 ? `剩余${lengthText(left)}` : `已超时${lengthText(-left)}`;
}

/** Open ones come first, and of those what is over soonest. */
export const pressing = ({ targets: all }: Pick<OrderLine, "targets">): Listed | undefined => all[0];

export function TargetLeft({ order, now = Date.now() }: { readonly order: OrderLine; readonly now?: number }) {
  const target = pressing(order);
  if (!target) return null;
  const text = leftText(target, now);
  const near = target.phase === "running" && target.dueTime !== "" && epochOf(target.dueTime) - now < soon;
  const all = order.targets.map((one) => `${one.name}：${leftText(one, now)}`).join("\n");
  return (
    <Text
      as="span"
      title={all}
      color={near ? "orange.fg" : colours[target.phase]}
      fontWeight={near || target.phase === "missed" ? "600" : undefined}
    >
      {target.name} {text}
    </Text>
  );
}

function Piece({ piece }: { readonly piece: OrderTarget["pieces"][number] }) {
  const { fromTime, toTime, counts, by, ms, stretches } = piece;
  return (
    <Box as="li">
      <Text as="span">
        {fromTime} 至 {toTime}：{by}后{counts === 1 ? `计时${lengthText(ms)}` : `暂停${lengthText(ms)}`}
      </Text>
      {stretches.length > 0 && (
        <Stack as="ul" listStyleType="none" ps="4" gap="0">
          <Stretches texts={stretches} />
        </Stack>
      )}
    </Box>
  );
}

function Target({ target }: { readonly target: OrderTarget }) {
  const { name, phase, minutes, spentMs, leftMs, startTime, dueTime, endTime, pieces } = target;
  const how = (
    <>
      {pieces.map((piece) => (
        <Piece key={piece.fromTime + piece.by} piece={piece} />
      ))}
      {endTime !== "" && <Text as="li">{endTime} 停止计时</Text>}
    </>
  );
  return (
    <Reckoned {...{ name, startTime, how }} ordered>
      <Badge size="sm" colorPalette={phase === "missed" ? "red" : phase === "met" ? "green" : "gray"}>
        {targetPhases[phase]}
      </Badge>
      <Text as="span">
        {lengthText(minutes * 60_000)}内，已用{lengthText(spentMs)}，
        {leftMs > 0 ? `剩余${lengthText(leftMs)}` : `超出${lengthText(-leftMs)}`}
      </Text>
      {dueTime !== "" && (
        <Text as="span" color="fg.muted">
          {dueTime} 到期
        </Text>
      )}
    </Reckoned>
  );
}

export function OrderTargets({ id }: { readonly id: string }) {
  const { data } = targets.ofOrder.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  if (!data || data.length === 0) return null;
  return (
    <ReckonedList title="服务目标">
      {data.map((target) => (
        <Target key={target.id} target={target} />
      ))}
    </ReckonedList>
  );
}
