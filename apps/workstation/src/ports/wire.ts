import { afterAnswer } from "@liantai/api/client";

/** A text socket as the links see it; the browser's WebSocket in the page, a double in tests. */
export interface WireEvents {
  open(): void;
  text(data: string): void;
  /** Once, whoever began; never after `close()` of ours. `code`: RFC 6455 section 7.4; undefined when the network failed. */
  closed(code?: number): void;
}

export interface Wire {
  /** false: it could not be sent. */
  send(text: string): boolean;
  /** Silent: `closed` does not follow. */
  close(): void;
}

export type OpenWire = (url: string, events: WireEvents) => Wire;

export const openWebSocket: OpenWire = (url, events) => {
  const socket = new WebSocket(url);
  let over = false;
  // All in the order in which they came, the end included.
  const tell = (news: () => void) => afterAnswer(() => over || news());
  const end = (code?: number) =>
    tell(() => {
      over = true;
      events.closed(code);
    });
  socket.onopen = () => tell(() => events.open());
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") tell(() => events.text(data));
  };
  socket.onclose = ({ code }) => end(code);
  socket.onerror = () => {
    // A dead network may keep the close event back for minutes.
    socket.close();
    end();
  };
  return {
    send(text) {
      if (over || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    close() {
      over = true;
      socket.close();
    },
  };
};

/** wss on a secure page, ws elsewhere. */
export const wsType = (protocol: string = location.protocol): "ws" | "wss" => (protocol === "https:" ? "wss" : "ws");
