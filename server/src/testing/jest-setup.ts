// Argon2 at its least cost: at the server's own, verifying passwords was most of the time of the suites that sign in. What a
// stored password says of its cost, and so how it is verified, is as it was; hash.test.ts judges the server's own cost.
import type * as argon2 from "@node-rs/argon2";

jest.mock("@node-rs/argon2", () => {
  const real = jest.requireActual<typeof argon2>("@node-rs/argon2");
  const least = { memoryCost: 8, timeCost: 1 };
  return { ...real, hash: (password: string, cost?: object) => real.hash(password, { ...cost, ...least }) };
});
