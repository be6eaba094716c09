/** Who speaks in an audition: asked for with its first question, kept to its end, sent while something is asked. */
import { requestHost, send } from "@liantai/api/client";
import { authApi, type ReplyOf } from "@liantai/api/contract";
import { auditionPush } from "@liantai/api/contract/flow-editor";
import { useEffect, useRef } from "react";
import { openMicrophone } from "./microphone.ts";

interface Speaking {
  /** '' unless it runs. */
  readonly msgId: string;
  /** The event of the input that is spoken; '': nothing is asked. */
  readonly listening: string;
  /** The browser does not give it. */
  readonly onRefused: () => void;
  /** Nothing takes what is said; it is tried again with the next question. */
  readonly onLost: () => void;
}

/** Pieces that wait for the connection: two seconds. */
const mostWaiting = 20;

class Voice {
  #waiting: ArrayBuffer[] = [];
  #socket: WebSocket | undefined;
  #connecting = false;
  #over = false;
  readonly #ends: (() => void)[] = [];
  readonly #msgId: string;
  readonly #lost: () => void;
  listening = false;

  constructor(msgId: string, lost: () => void) {
    this.#msgId = msgId;
    this.#lost = lost;
  }

  /** Rejects where there is no microphone. */
  async open(): Promise<void> {
    const { close } = await openMicrophone((message) => this.#say(message));
    if (this.#over) return close();
    this.#ends.push(close);
  }

  /** What is said from now on goes to the server. */
  async connect(): Promise<void> {
    if (this.#connecting || this.#socket) return;
    this.#connecting = true;
    const outcome = await send<ReplyOf<typeof authApi.ticket>>(requestHost(), {
      endpoint: authApi.ticket,
      body: { use: "audition" },
    });
    this.#connecting = false;
    if (this.#over) return;
    if (!("data" in outcome)) return this.#lost();
    const query = new URLSearchParams({ token: outcome.data.ticket, msgId: this.#msgId });
    const type = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${type}://${location.host}${auditionPush.path}?${query}`);
    this.#socket = socket;
    socket.onopen = () => {
      for (const message of this.#waiting.splice(0)) socket.send(message);
    };
    socket.onclose = () => {
      this.#socket = undefined;
      if (!this.#over && this.listening) this.#lost();
    };
  }

  close(): void {
    this.#over = true;
    this.#socket?.close();
    for (const end of this.#ends) end();
  }

  #say(message: ArrayBuffer): void {
    if (!this.listening) return;
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#socket.send(message);
    this.#waiting.push(message);
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
  }
}

export function useMicrophone({ msgId, listening, onRefused, onLost }: Speaking): void {
  const voice = useRef<Voice>(undefined);
  const tell = useRef({ onRefused, onLost });
  useEffect(() => {
    tell.current = { onRefused, onLost };
  });
  useEffect(
    () => () => {
      voice.current?.close();
      voice.current = undefined;
    },
    [msgId],
  );
  useEffect(() => {
    if (voice.current) voice.current.listening = listening !== "";
    if (listening === "" || msgId === "") return;
    if (!voice.current) {
      const made = new Voice(msgId, () => tell.current.onLost());
      made.listening = true;
      voice.current = made;
      made.open().catch(() => {
        if (voice.current === made) tell.current.onRefused();
      });
    }
    void voice.current.connect();
  }, [msgId, listening]);
}
