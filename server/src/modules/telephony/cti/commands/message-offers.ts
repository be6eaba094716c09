/** 留言派送: what a seat says to the message that it is offered. */
import { wrong, type CtiCommand } from "./command.ts";

export const messageOfferCommands: readonly CtiCommand[] = [
  {
    name: "acceptMessage",
    run: ({ session, messages }, { id }) => (id ? messages.accept(session, id) : wrong("id")),
  },
  {
    name: "declineMessage",
    run: ({ session, messages }, { id }) => (id ? messages.decline(session, id) : wrong("id")),
  },
];
