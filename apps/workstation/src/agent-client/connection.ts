import type { Connection, TelephonyState } from "@liantai/api/client";

/**
 * Lost from the first link that is down until all of them are up again; a link that connects for the first time is neither. `local`:
 * the soft phone is a program on this machine, and says nothing of the way to the server.
 */
export function connectionOf(
  { cti, socket, softphone, connection }: TelephonyState,
  online: boolean,
  local: boolean,
): Connection {
  const links = [socket, cti, ...(local ? [] : [softphone])].filter((link) => link !== "off");
  if (!online || links.includes("down")) return "lost";
  return links.every((link) => link === "up") ? "up" : connection;
}
