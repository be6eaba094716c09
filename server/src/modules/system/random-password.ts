/** Passwords that the server chooses: by the rules of passwordField, of what people can copy from a screen or a terminal. */
import { isStrongPassword } from "@liantai/api/contract";
import type { Random } from "../../ports/clock.ts";

const sets = ["ABCDEFGHJKMNPQRSTUVWXYZ", "abcdefghjkmnpqrstuvwxyz", "23456789", "#%+=@"] as const;

export function randomPassword(random: Random, length = 20): string {
  for (;;) {
    const password = Array.from({ length }, () => {
      const set = sets[random.int(sets.length)]!;
      return set[random.int(set.length)]!;
    }).join("");
    if (isStrongPassword(password)) return password;
  }
}
