import type { OpenWire, WireEvents } from "../ports/wire.ts";

/** The server's end of one socket. */
export class FakeWire {
  readonly url: string;
  readonly sent: string[] = [];
  closedByClient = false;
  /** false: what is sent does not leave. */
  alive = true;
  private readonly events: WireEvents;

  constructor(url: string, events: WireEvents) {
    this.url = url;
    this.events = events;
  }

  accept(): void {
    this.events.open();
  }

  say(message: unknown): void {
    this.events.text(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** `code`: the server closed it with this one. */
  die(code?: number): void {
    this.alive = false;
    this.events.closed(code);
  }

  get query(): URLSearchParams {
    return new URL(this.url).searchParams;
  }
}

export class FakeNet {
  readonly wires: FakeWire[] = [];
  readonly open: OpenWire = (url, events) => {
    const wire = new FakeWire(url, events);
    this.wires.push(wire);
    return {
      send(text) {
        if (!wire.alive || wire.closedByClient) return false;
        wire.sent.push(text);
        return true;
      },
      close() {
        wire.closedByClient = true;
      },
    };
  };

  /** The newest socket whose address holds `part`. */
  last(part = ""): FakeWire {
    const found = this.wires.filter((w) => w.url.includes(part)).at(-1);
    if (!found) throw new Error(`no socket to ${part}`);
    return found;
  }
}
