/** What web chats read of other modules, and who reads theirs; of otherReaders (readers.ts). */
export const chatReads = [
  {
    module: "chats",
    tables: [
      ...["enterprise", "seat", "skill_group", "skill_group_member", "time_rule", "voice_flow"],
      ...["dispatch_group", "dispatch_group_member"],
    ],
    why:
      "sites are found by their key and listed with what they lead to, held while one is saved; who takes a conversation is one " +
      "statement; conversations are listed with names; a flow names a queue, of which the first group that serves takes them",
  },
  {
    module: "site-uses-repository.ts",
    tables: ["chat_site"],
    why: "one statement for all who delete what a web chat site names",
  },
] as const;
