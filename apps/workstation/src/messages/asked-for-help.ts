/** 举手求助 as the monitors of the seat are told of it: answered by a press on the notification. For them alone: a chunk of its own. */
import { hearingExtension, requestHost, selectUser, send, store } from "@liantai/api/client";
import { isAdministrator, type ServerMessages } from "@liantai/api/contract";
import { assistanceApi, assistanceWays } from "@liantai/api/contract/assistance";
import type { Bus } from "@liantai/bus";

type Asked = Pick<ServerMessages["assistanceChanged"], "id" | "agentId">;

const noticeOf = (agentId: string): string => `assistance.${agentId}`;
/** ms; how long one stands that needs no answer any more. */
const farewell = 3_000;

/** A press on the notification itself does the first: it shows who asks, and brings nobody into a call. */
const actions = [
  { label: "查看", do: "open" },
  { label: assistanceWays.listen, do: "listen" },
  { label: assistanceWays.whisper, do: "whisper" },
  { label: assistanceWays.insert, do: "insert" },
  { label: "已处理", do: "ack" },
] as const;

/** Whoever has no seat may have named an extension at which he hears. */
function askedExtension(): { readonly extension?: string } {
  const extension = isAdministrator(selectUser(store.getState())) ? hearingExtension() : "";
  return extension ? { extension } : {};
}

function helpOf(bus: Bus) {
  /** By notification, and of them those on show. The bell keeps the others. */
  const asking = new Map<string, Asked>();
  const standing = new Set<string>();

  async function seenTo({ id, agentId }: Asked): Promise<void> {
    const host = requestHost();
    const outcome = await send<null>(host, { endpoint: assistanceApi.answer, body: { id, way: "done", line: "" } });
    if ("error" in outcome) return host.onFailure(outcome.error);
    bus.publish("notification.show", {
      id: `${noticeOf(agentId)}.done`,
      title: "求助",
      text: `坐席${agentId}的求助已处理`,
      level: "success",
      attention: false,
    });
  }

  bus.subscribe("notification.action", ({ id, action }) => {
    const asked = asking.get(id);
    if (!asked) return;
    if (action.do === "ack") void seenTo(asked);
    // The server takes the hearing for the answer.
    else if (action.do === "listen" || action.do === "whisper" || action.do === "insert")
      bus.publish("seat.supervise", { command: action.do, agentId: asked.agentId, ...askedExtension() });
  });
  bus.subscribe("notification.closed", ({ id }) => void standing.delete(id));

  return ({ id, agentId, state, text }: ServerMessages["assistanceChanged"]): void => {
    const notice = noticeOf(agentId);
    if (state === "asked") {
      asking.set(notice, { id, agentId });
      standing.add(notice);
      return bus.publish("notification.show", {
        id: notice,
        title: `坐席${agentId}举手求助`,
        text,
        level: "warning",
        sound: true,
        durationMs: 0,
        target: { name: "realtimemonitoring" },
        actions,
      });
    }
    if (asking.get(notice)?.id !== id) return;
    if (state === "over") asking.delete(notice);
    if (!standing.delete(notice)) return;
    bus.publish("notification.show", {
      id: notice,
      title: state === "answered" ? `坐席${agentId}的求助已有人应答` : `坐席${agentId}的求助已结束`,
      text: "",
      level: "info",
      attention: false,
      durationMs: farewell,
    });
  };
}

let help: { readonly bus: Bus; readonly tell: ReturnType<typeof helpOf> } | undefined;

export function told(message: ServerMessages["assistanceChanged"], bus: Bus): void {
  if (help?.bus !== bus) help = { bus, tell: helpOf(bus) };
  help.tell(message);
}
