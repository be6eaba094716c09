/** What web chats read of other modules, and who reads theirs; of otherReaders (readers.ts). */
export const chatReads = [
  {
    module: "chats",
    tables: [
      "dispatch_group",
      "dispatch_group_member",
      "enterprise",
      "form_definition",
      "form_record",
      "seat",
      "skill_group",
      "skill_group_member",
      "time_rule",
      "voice_flow",
    ],
    why:
      "a site is found by its key where its enterprise is in service, and listed with what it leads to; conversations are listed with " +
      "the names of flow, seat and group, and with the records " +
      "that their flows wrote; who takes one is found in one statement; a flow names a queue, of which the first group that " +
      "serves takes it",
  },
  {
    module: "forms",
    tables: ["chat_session", "chat_site"],
    why: "conversations stand on a customer's timeline with their site and who took them",
  },
  {
    module: "site-uses-repository.ts",
    tables: ["chat_site"],
    why: "one statement for all who delete what a web chat site names",
  },
] as const;
