import { errors } from "@liantai/api/contract/base";
import type { MessageHandler } from "./context.ts";

/** Signed in elsewhere or ended by the server: the page leaves and does not come back by itself. */
export const loginOut: MessageHandler<"loginOut"> = ({ msg }, { signOut }) => signOut(msg || errors.elsewhere.text);
