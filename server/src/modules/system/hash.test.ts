/** What a password at rest costs whoever guesses it: the setup of the other suites makes it cheap, this one takes the library as it is. */
import { hashPassword, verifyPassword } from "./hash.ts";

jest.unmock("@node-rs/argon2");

test("a password is hashed by argon2id with 64 MiB and two passes, above OWASP's floor, and with a salt of its own", async () => {
  const [one, other] = await Promise.all([hashPassword("Liantai#2026"), hashPassword("Liantai#2026")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await verifyPassword(one, "Liantai#2026")).toBe(true);
  expect(await verifyPassword(one, "Liantai#2027")).toBe(false);
});

test("an account that is not there is refused, whatever is typed", async () => {
  expect(await verifyPassword(undefined, "decoy")).toBe(false);
});
