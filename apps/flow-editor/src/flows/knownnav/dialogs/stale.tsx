import { Button, Heading, Stack, Text } from "@chakra-ui/react";
import { AppDialog } from "@liantai/ui";
import { useMemo } from "react";
import type { Design } from "../model/body.ts";
import { changesBetween, meeting, merged, type Change } from "../model/changes.ts";
import type { Saving, Stale } from "../use-saving.ts";

const words = { added: "新增", removed: "删除", changed: "修改" } as const;
const whats = { node: "节点", sub: "子流程", whole: "" } as const;

function Changes({ title, list, both }: { title: string; list: readonly Change[]; both: ReadonlySet<string> }) {
  return (
    <Stack as="section" gap="1" aria-label={title} flex="1" minW="0">
      <Heading as="h3" textStyle="sm">
        {title}
      </Heading>
      {list.length === 0 && <Text color="fg.muted">没有改动，只有连线或位置可能不同。</Text>}
      <Stack as="ul" gap="0.5" listStyleType="none" maxH="260px" overflow="auto">
        {list.map(({ kind, what, id, name }) => (
          <Text as="li" key={`${what} ${id}`} textStyle="xs" color={both.has(id) ? "fg.error" : "fg"}>
            {words[kind]}
            {whats[what]} {name}
            {both.has(id) && "（双方都改了）"}
          </Text>
        ))}
      </Stack>
    </Stack>
  );
}

interface StaleDialogProps {
  readonly stale: Stale;
  readonly mine: Design;
  readonly settle: Saving["settle"];
}

/** Another has saved: what each of the two did, by name, and whose it shall be. Closed without an answer, the next save asks again. */
export function StaleDialog({ stale: { by, at, base, theirs }, mine, settle }: StaleDialogProps) {
  const found = useMemo(() => {
    const [own, others] = [changesBetween(base, mine), changesBetween(base, theirs)];
    const both = new Set(meeting(own, others).map(({ id }) => id));
    return { own, others, both, together: merged(base, mine, theirs) };
  }, [base, mine, theirs]);
  return (
    <AppDialog
      open
      title="流程已被他人修改"
      width="640px"
      onClose={() => settle("later")}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={() => settle("theirs")}>
            采用对方的
          </Button>
          <Button variant="outline" colorPalette="red" onClick={() => settle("mine")}>
            用我的覆盖
          </Button>
          <Button disabled={!found.together} onClick={() => found.together && settle(found.together)}>
            合并
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text>
          {by || "他人"}在{at}保存了这个流程。
          {found.together
            ? "双方改的是不同的节点，可以合并。"
            : "双方改了同一个节点，不能自动合并；采用对方的之后仍可用撤销找回您的设计。"}
        </Text>
        <Stack direction="row" gap="4">
          <Changes title={`${by || "对方"}的改动`} list={found.others} both={found.both} />
          <Changes title="我的改动" list={found.own} both={found.both} />
        </Stack>
      </Stack>
    </AppDialog>
  );
}
