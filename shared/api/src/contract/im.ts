/** The contract of the app im: its areas, and the general parts their screens are made of. One bundle, with the app. */
import type { Area } from "./area.ts";
import { chatsArea } from "./chats/index.ts";

export * from "./parts.ts";
export * from "./chats/index.ts";

export const imAreas: readonly Area[] = [chatsArea];
