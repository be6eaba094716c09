/** A call that rings is heard and, where the user wants popups, shown on the desktop. */
import { texts } from "@liantai/api/contract/base";
import type { Bus, BusCall } from "@liantai/bus";

export interface Ringer {
  start(): void;
  stop(): void;
}

export interface Desktop {
  supported(): boolean;
  permission(): "default" | "granted" | "denied";
  request(): void;
  /** Returns the function that takes it away. `pressed`: the page has the focus by then. */
  show(title: string, text: string, tag: string, pressed?: () => void): () => void;
}

export interface AlertPorts {
  readonly bus: Bus;
  readonly ringer: Ringer;
  readonly desktop: Desktop;
  /** The signed-in user's isPopup. */
  popups(): boolean;
  /** The call is heard in this tab. */
  rings(call: BusCall): boolean;
}

export class Alerts {
  private readonly ports: AlertPorts;
  private close: (() => void) | undefined;
  private warnedUnsupported = false;

  constructor(ports: AlertPorts) {
    this.ports = ports;
    const { bus } = ports;
    bus.subscribe("call.ringing", (call) => this.ringing(call));
    for (const over of ["call.answered", "call.ended", "session.signedOut"] as const)
      bus.subscribe(over, () => this.quiet());
  }

  /** Browsers ask only on a gesture: the bar calls this when the agent goes ready. */
  ask(): void {
    const { desktop, popups } = this.ports;
    if (popups() && desktop.supported() && desktop.permission() === "default") desktop.request();
  }

  private ringing(call: BusCall): void {
    if (!this.ports.rings(call)) return;
    this.ports.ringer.start();
    if (this.ports.popups()) this.popUp(call);
  }

  private popUp(call: BusCall): void {
    const { desktop, bus } = this.ports;
    if (!desktop.supported()) {
      if (!this.warnedUnsupported)
        bus.publish("notification.show", {
          id: "no-desktop",
          title: "桌面通知",
          text: texts.noNotification,
          level: "warning",
        });
      this.warnedUnsupported = true;
    } else if (desktop.permission() === "granted")
      this.close = desktop.show("来电", `您有一个来自[${call.number}]的来电`, call.callId);
  }

  private quiet(): void {
    this.ports.ringer.stop();
    this.close?.();
    this.close = undefined;
  }
}
