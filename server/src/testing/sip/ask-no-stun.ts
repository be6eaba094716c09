/** werift asks a STUN server of Google's when it was given none: tests stay on this machine, and wait 5 s for nobody. */
import type { RTCPeerConnection } from "werift";

export function askNoStun(pc: RTCPeerConnection): void {
  for (const { connection } of pc.iceTransports) delete connection.stunServer;
}
