/** Who else types into a record that is open here (rule F89): told live over the page's socket. */
import { HStack, Text } from "@chakra-ui/react";
import { claimFailure, selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import type { Presence } from "@liantai/api/contract";
import { useBus } from "@liantai/bus/react";
import { isFailure } from "@liantai/ui/resource";
import { UserPen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { presence } from "./queries.ts";

type Send = (id: string, socketId: string, editing: boolean | undefined) => Promise<unknown>;

/** Parts of this page that have a record open, by record: the server knows the page as one. */
const open = new Map<string, Set<{ readonly editing: boolean }>>();
/** One after the other, so that what is closed last is closed. */
let queue: Promise<unknown> = Promise.resolve();

function say(id: string, socketId: string, send: Send): void {
  const parts = [...(open.get(id) ?? [])];
  const editing = parts.length === 0 ? undefined : parts.some((part) => part.editing);
  // Who may not be told of it finds out when it is saved; nobody pressed anything here.
  queue = queue
    .then(() => send(id, socketId, editing))
    .catch((error: unknown) => {
      if (isFailure(error)) claimFailure(error);
    });
}

const away: readonly string[] = ["down", "connecting"];

/** Says that it is open here, as long as it is shown, and answers who else types into it. */
export function usePresence(id: string, editing: boolean): Presence["others"] {
  const { socketId, socket } = useSelector((state: RootState) => selectTelephony(state));
  const [openIt] = presence.open.useMutation();
  const [closeIt] = presence.close.useMutation();
  const [others, setOthers] = useState<Presence["others"]>([]);
  const send = useRef<Send>(() => Promise.resolve());
  send.current = (record, page, typed) =>
    typed === undefined
      ? closeIt({ body: { id: record, socketId: page } }).unwrap()
      : openIt({ body: { id: record, socketId: page, editing: typed ? 1 : 0 } }).unwrap();
  const connected = socketId !== "" && !away.includes(socket);
  useBus("presence.changed", ({ recordId, others: now }) => recordId === id && setOthers(now));
  useEffect(() => {
    if (!connected) return setOthers([]);
    const part = { editing };
    const parts = open.get(id) ?? new Set();
    open.set(id, parts.add(part));
    say(id, socketId, send.current);
    return () => {
      parts.delete(part);
      if (parts.size === 0) open.delete(id);
      say(id, socketId, send.current);
    };
  }, [id, editing, socketId, connected]);
  return others;
}

const personText = ({ name, agentId, own }: Presence["others"][number]): string =>
  own ? "您（在另一个页面）" : agentId === "" ? name : `${name}（${agentId}）`;

/** A line that is not there while nobody else is. */
export function AlsoHere({ others, noun }: { readonly others: Presence["others"]; readonly noun: string }) {
  if (others.length === 0) return null;
  return (
    <HStack role="status" bg="bg.info" borderRadius="md" px="3" py="1.5" gap="2">
      <UserPen size={16} aria-hidden />
      <Text>
        {others.map(personText).join("、")}正在编辑这条{noun}，各自修改的字段会一并保留，修改同一字段时会请您选择。
      </Text>
    </HStack>
  );
}
