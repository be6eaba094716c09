import { Box, Button, chakra, HStack, IconButton, Input, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { clampedNumber, typedNumber, type dispatchGroupMemberApi } from "@liantai/api/contract/admin";
import { StatusBadge } from "@liantai/ui";
import { useUnsaved } from "@liantai/ui/resource";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useState } from "react";
import { dispatchGroupMembers } from "../../parts/queries.ts";

type Member = ReplyOf<typeof dispatchGroupMemberApi.list>["list"][number];
interface Placed {
  readonly skillGroupId: string;
  /** As typed. */
  readonly nextAfterS: string;
}
const Row = chakra("li", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    px: "3",
    py: "1.5",
    borderBottomWidth: "1px",
    bg: "bg",
    _last: { borderBottomWidth: "0" },
    "&[data-over]": { bg: "accent.subtle" },
  },
});

/** The order the groups are tried in: dragged, or moved with the buttons; saved as a whole. */
export function OrderForm({
  id,
  members,
  may,
}: {
  readonly id: string;
  readonly members: readonly Member[];
  readonly may: boolean;
}) {
  const stored: readonly Placed[] = members.map((m) => ({
    skillGroupId: m.skillGroupId,
    nextAfterS: String(m.nextAfterS),
  }));
  const [draft, setDraft] = useState<readonly Placed[]>();
  const [from, setFrom] = useState<number>();
  const [over, setOver] = useState<number>();
  const [save, { isLoading }] = dispatchGroupMembers.update.useMutation();
  // Groups that came or went meanwhile come or go here too.
  const order = draft
    ? [
        ...draft.filter((d) => stored.some((s) => s.skillGroupId === d.skillGroupId)),
        ...stored.filter((s) => !draft.some((d) => d.skillGroupId === s.skillGroupId)),
      ]
    : stored;
  const dirty = JSON.stringify(order) !== JSON.stringify(stored);
  useUnsaved(dirty);
  const move = (at: number, to: number) => {
    const next = [...order];
    const [one] = next.splice(at, 1);
    if (one) next.splice(to, 0, one);
    setDraft(next);
  };
  const type = (at: number, nextAfterS: string) => setDraft(order.map((o, i) => (i === at ? { ...o, nextAfterS } : o)));
  const send = async () => {
    await save({
      body: {
        dispatchGroupId: id,
        members: order.map((o) => ({ skillGroupId: o.skillGroupId, nextAfterS: Number(o.nextAfterS || 0) })),
      },
    }).unwrap();
    setDraft(undefined);
    notifyDone("调度顺序", "保存", { note: "从下一通来电起生效。" });
  };
  if (members.length === 0) return null;
  return (
    <Box as="section" aria-label="调度顺序" bg="bg" borderWidth="1px" borderRadius="md" flex="none">
      <HStack px="3" py="2" borderBottomWidth="1px" justify="space-between">
        <Text color="fg.muted">来电先进入第1个技能组排队；等待设定的秒数后再加入下一个技能组，同时在各组排队。</Text>
        {may && (
          <HStack gap="2" flex="none">
            {dirty && <Text color="fg.warning">有未保存的修改</Text>}
            <Button
              size="xs"
              variant="outline"
              colorPalette="gray"
              disabled={!dirty || isLoading}
              onClick={() => setDraft(undefined)}
            >
              还原
            </Button>
            <Button
              size="xs"
              disabled={!dirty}
              loading={isLoading}
              loadingText="保存顺序"
              onClick={() => void send().catch(() => undefined)}
            >
              保存顺序
            </Button>
          </HStack>
        )}
      </HStack>
      <Box as="ol" listStyleType="none" aria-label="技能组顺序">
        {order.map(({ skillGroupId, nextAfterS }, i) => {
          const member = members.find((m) => m.skillGroupId === skillGroupId);
          const name = member?.name ?? skillGroupId;
          return (
            <Row
              key={skillGroupId}
              draggable={may}
              data-over={over === i && from !== undefined ? "" : undefined}
              onDragStart={() => setFrom(i)}
              onDragEnd={() => {
                setFrom(undefined);
                setOver(undefined);
              }}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(i);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (from !== undefined && from !== i) move(from, i);
              }}
            >
              {may && (
                <Box color="fg.muted" cursor="grab" aria-hidden>
                  <GripVertical size={16} />
                </Box>
              )}
              <Text w="24px" textAlign="end" fontVariantNumeric="tabular-nums">
                {i + 1}
              </Text>
              <Text flex="1" truncate>
                {name}
                {member?.enabled === 0 && (
                  <Text as="span" ms="2">
                    <StatusBadge tone="offline">停用</StatusBadge>
                  </Text>
                )}
              </Text>
              <Text color="fg.muted" w="84px">
                {member?.members ?? 0}名坐席
              </Text>
              <HStack gap="2" w="250px">
                {i === order.length - 1 ? (
                  <Text color="fg.muted">最后一个，等待到最长等待时间</Text>
                ) : (
                  <>
                    <Input
                      size="sm"
                      w="72px"
                      aria-label={`${name}等待秒数`}
                      inputMode="numeric"
                      disabled={!may}
                      value={nextAfterS}
                      onChange={(event) => type(i, typedNumber(event.target.value).replace(/\..*$/, ""))}
                      onBlur={() => type(i, clampedNumber(nextAfterS || "0", 0, 3_600))}
                    />
                    <Text color="fg.muted">秒后加入下一个</Text>
                  </>
                )}
              </HStack>
              {may && (
                <HStack gap="0">
                  <IconButton
                    size="xs"
                    variant="ghost"
                    colorPalette="gray"
                    aria-label={`${name}上移`}
                    disabled={i === 0}
                    onClick={() => move(i, i - 1)}
                  >
                    <ArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    size="xs"
                    variant="ghost"
                    colorPalette="gray"
                    aria-label={`${name}下移`}
                    disabled={i === order.length - 1}
                    onClick={() => move(i, i + 1)}
                  >
                    <ArrowDown aria-hidden />
                  </IconButton>
                </HStack>
              )}
            </Row>
          );
        })}
      </Box>
    </Box>
  );
}
