/** An audition as the page knows it: the messages of realtime.md section 4 ("Audition"), one after another, make what the panel shows. */
import type { AuditionContent, AuditionType } from "@liantai/api/contract";

export type Told = AuditionContent & { readonly type: AuditionType };

/** nodeId '': of no node. */
export interface TrackStep {
  readonly at: number;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly text: string;
}

export interface Audition {
  readonly phase: "idle" | "asking" | "running";
  /** '' unless it runs. */
  readonly msgId: string;
  /** Came before the reply that says whose they are. */
  readonly early: readonly Told[];
  readonly saying: { readonly eventId: string; readonly text: string } | undefined;
  /** The event that an answer is for; '': nothing is asked. */
  readonly listening: string;
  /** It is spoken, not typed. */
  readonly spoken: boolean;
  /** Of the pad of keys; undefined: there is none. terminators: '' where none ends the input. */
  readonly keys: { readonly terminators: string } | undefined;
  readonly area: { readonly eventId: string; readonly areaCodes: readonly string[] } | undefined;
  readonly track: readonly TrackStep[];
  /** Where it stands. */
  readonly nodeId: string;
  /** nodeId/exit, how often. */
  readonly taken: ReadonlyMap<string, number>;
  /** How it goes, or ended, in words. */
  readonly said: string;
}

export type AuditionAction =
  | { readonly do: "ask" }
  | { readonly do: "begun"; readonly msgId: string }
  | { readonly do: "told"; readonly message: Told }
  /** A sound, a question or a list was answered. */
  | { readonly do: "answered"; readonly eventId: string }
  /** The page ends it, or learns that it ended; msgId absent: whichever it is. */
  | { readonly do: "end"; readonly said: string; readonly msgId?: string };

/** Steps and messages that are held at the most. */
const most = 1_000;

const quiet = { saying: undefined, listening: "", spoken: false, keys: undefined, area: undefined } as const;

export const noAudition: Audition = {
  ...{ phase: "idle", msgId: "", early: [], ...quiet, track: [], nodeId: "", taken: new Map(), said: "" },
};

function tracked(audition: Audition, { type, responseEntity }: Told): Audition {
  const { nodeId = "", nodeName = "", text = "", nextNodeId = "", action, result } = responseEntity;
  const at = (audition.track.at(-1)?.at ?? 0) + 1;
  const track = [...audition.track.slice(1 - most), { at, nodeId, nodeName, text }];
  if (type === 13) return { ...audition, track, nodeId: action === "node" && nodeId !== "" ? nodeId : audition.nodeId };
  if (result === undefined || nodeId === "") return { ...audition, track };
  const exit = `${nodeId}/${result}`;
  const taken = new Map(audition.taken).set(exit, (audition.taken.get(exit) ?? 0) + 1);
  return { ...audition, track, taken, nodeId: nextNodeId === "" ? audition.nodeId : nextNodeId };
}

function heard(audition: Audition, message: Told): Audition {
  const { type, eventId, responseEntity } = message;
  switch (type) {
    case 1:
      return { ...noAudition, phase: "running", msgId: audition.msgId, said: responseEntity.text ?? "" };
    case 2:
      return { ...audition, saying: { eventId, text: responseEntity.text ?? "" } };
    case 3:
      return { ...audition, listening: eventId, spoken: message.speechParams.isText === false };
    case 4:
      return { ...audition, listening: "" };
    case 5:
    case 6:
      return { ...audition, keys: { terminators: message.terminators } };
    case 8:
      return { ...audition, area: { eventId, areaCodes: message.areaCodes } };
    case 9:
    case 10:
      return { ...audition, keys: undefined };
    case 11:
      return { ...audition, saying: undefined };
    case 12:
      return ended(audition, responseEntity.text ?? "");
    case 13:
    case 14:
      return tracked(audition, message);
  }
}

/** The track stays to be read until the next begins. */
const ended = (audition: Audition, said: string): Audition => ({
  ...{ ...audition, ...quiet, phase: "idle", msgId: "", early: [], said },
});

export function stepped(audition: Audition, action: AuditionAction): Audition {
  switch (action.do) {
    case "ask":
      return { ...noAudition, phase: "asking" };
    case "begun": {
      if (audition.phase !== "asking") return audition;
      const { msgId } = action;
      const own = audition.early.filter((message) => message.msgId === msgId);
      // It may have ended by then, and what follows its end is nobody's.
      return own.reduce((now, message) => (now.msgId === msgId ? heard(now, message) : now), {
        ...noAudition,
        phase: "running",
        msgId,
      } as Audition);
    }
    case "told":
      if (audition.phase === "asking")
        return { ...audition, early: [...audition.early.slice(1 - most), action.message] };
      return audition.msgId !== "" && action.message.msgId === audition.msgId
        ? heard(audition, action.message)
        : audition;
    case "answered": {
      const { eventId } = action;
      return {
        ...audition,
        saying: audition.saying?.eventId === eventId ? undefined : audition.saying,
        listening: audition.listening === eventId ? "" : audition.listening,
        area: audition.area?.eventId === eventId ? undefined : audition.area,
      };
    }
    case "end":
      return audition.phase === "idle" || (action.msgId ?? audition.msgId) !== audition.msgId
        ? audition
        : ended(audition, action.said);
  }
}
