/** The browser's socket, led to a FakeChat. */
import type { ChatClientFrame } from "@liantai/api/contract/im";
import type { FakeChat, FakeLine } from "./fake-chat.ts";

/** network: whether it carries anything. */
export const fakeSocket = (now: () => { readonly chat: FakeChat; readonly network: boolean }) =>
  class FakeSocket extends EventTarget {
    readyState = 0;
    readonly line: FakeLine = {
      send: (frame) => void this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) })),
      close: (code) => this.end(code),
    };
    constructor(url: string) {
      super();
      const { host, pathname, searchParams } = new URL(url);
      expect([host, pathname]).toEqual(["localhost", "/api/chat/socket"]);
      queueMicrotask(() => {
        this.readyState = 1;
        const { chat, network } = now();
        if (!network || !chat.connect(searchParams.get("token")!, this.line)) this.end(network ? 4004 : 1006);
      });
    }
    send(text: string): void {
      const frame = JSON.parse(text) as ChatClientFrame;
      queueMicrotask(() => now().network && now().chat.heard(this.line, frame));
    }
    close(): void {
      this.readyState = 3;
      now().chat.lines.delete(this.line);
    }
    end(code: number): void {
      this.close();
      this.dispatchEvent(new CloseEvent("close", { code }));
    }
  };
