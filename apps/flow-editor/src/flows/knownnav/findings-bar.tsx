import { Badge, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { memo, useState } from "react";
import { subsOf } from "./model/body.ts";
import type { FlowBody } from "@liantai/api/flows";
import type { Finding } from "./queries.ts";

interface FindingListProps {
  readonly list: readonly Finding[];
  readonly label: string;
  readonly onShow: (nodeId: string) => void;
  readonly body?: FlowBody;
}

/** What is wrong, errors first; a press goes to the node. */
export function FindingList({ list, label, onShow, body }: FindingListProps) {
  const names = new Map(body ? subsOf(body).map((sub) => [sub.subProcessId, sub.subProcessName]) : []);
  const sorted = list.toSorted((a, b) => Number(a.severity === "warning") - Number(b.severity === "warning"));
  return (
    <Stack as="ul" gap="0" px="3" pb="1" maxH="132px" overflow="auto" listStyleType="none" aria-label={label}>
      {sorted.map(({ severity, nodeId, nodeName, subProcessId, text }, at) => {
        const where = [names.get(subProcessId), nodeName].filter((one) => one !== undefined && one !== "").join("·");
        return (
          <li key={`${nodeId} ${text} ${at}`}>
            <Button
              size="2xs"
              variant="plain"
              color="fg"
              px="0"
              h="auto"
              py="0.5"
              whiteSpace="normal"
              textAlign="start"
              disabled={nodeId === ""}
              _disabled={{ opacity: 1, cursor: "default" }}
              onClick={() => onShow(nodeId)}
            >
              <Badge size="xs" colorPalette={severity === "error" ? "red" : "orange"}>
                {severity === "error" ? "错误" : "警告"}
              </Badge>
              {where !== "" && <Text as="span" color="fg.muted">{`${where}：`}</Text>}
              {text}
            </Button>
          </li>
        );
      })}
    </Stack>
  );
}

interface FindingsBarProps {
  readonly list: readonly Finding[];
  readonly checking: boolean;
  readonly state: "ok" | "waiting" | { readonly failed: string };
  readonly body: FlowBody;
  readonly onCheck: () => void;
  readonly onShow: (nodeId: string) => void;
}

/** Under the canvas: how much is wrong, and what. */
export const FindingsBar = memo(function FindingsBar({
  list,
  checking,
  state,
  body,
  onCheck,
  onShow,
}: FindingsBarProps) {
  const [open, setOpen] = useState(true);
  const errors = list.filter(({ severity }) => severity === "error").length;
  const warnings = list.length - errors;
  const none = state === "ok" ? "没有发现问题" : state === "waiting" ? "正在校验" : `无法校验：${state.failed}`;
  const good = state === "ok" && list.length === 0;
  const failed = typeof state === "object";
  const counted = [errors > 0 ? `${errors}处错误` : "", warnings > 0 ? `${warnings}处警告` : ""].filter((one) => one);
  return (
    <Stack as="section" aria-label="校验" gap="0" borderTopWidth="1px" bg="bg.panel" flex="none">
      <HStack gap="2" px="3" py="1" textStyle="xs">
        <Text
          role="status"
          color={errors > 0 || failed ? "fg.error" : good ? "green.fg" : warnings > 0 ? "orange.fg" : "fg.muted"}
        >
          {counted.length === 0 || failed ? none : counted.join("，")}
        </Text>
        {list.length > 0 && (
          <Button size="2xs" variant="ghost" colorPalette="gray" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "收起" : "展开"}
          </Button>
        )}
        <Button size="2xs" variant="ghost" ms="auto" loading={checking} loadingText="校验" onClick={onCheck}>
          校验
        </Button>
      </HStack>
      {open && list.length > 0 && <FindingList list={list} label="问题" body={body} onShow={onShow} />}
    </Stack>
  );
});
