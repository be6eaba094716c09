/** What web chats read of other modules, and who reads theirs; of otherReaders (readers.ts). */
export const chatReads = [
  {
    module: "chats",
    tables: ["enterprise", "skill_group", "time_rule", "voice_flow"],
    why: "a site is found by its key where its enterprise is in service; sites are listed with what they lead to, held while one is saved",
  },
  {
    module: "site-uses-repository.ts",
    tables: ["chat_site"],
    why: "one statement for all who delete what a web chat site names",
  },
] as const;
