import { isStrongPassword } from "@liantai/api/contract";
import { isCommonPassword } from "./common-passwords.ts";
import { demoPassword } from "./index.ts";
import { randomPassword } from "./random-password.ts";
import { createTestRandom, createVirtualClock } from "../../testing/index.ts";

test.each([
  "Password1!",
  "P@ssw0rd",
  "Passw0rd!",
  "1qaz@WSX",
  "Admin@123",
  "Qwer1234!",
  "Monkey!7392",
  "!Dragon2026",
  "Aa123456!",
  "Qwerty#2026",
])("%s keeps the console's rules and is on every attacker's list", async (password) => {
  expect([isStrongPassword(password), await isCommonPassword(password)]).toEqual([true, true]);
});

test.each([demoPassword, "Another#2026x", "Kuaile-Gongzuo88", "mT9#kx2Lq!", "Wuhan&Jiangtan3"])(
  "%s passes",
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  },
);

test("what the server chooses itself passes", async () => {
  // The same every time: of real ones one in 100,000 has a common word of four letters between digits and symbols.
  const random = createTestRandom(createVirtualClock());
  for (let i = 0; i < 500; i += 1) expect(await isCommonPassword(randomPassword(random, 12))).toBe(false);
});
