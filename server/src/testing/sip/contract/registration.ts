import type { Stage } from "./stage.ts";

export function registration(stage: Stage): void {
  describe("registration", () => {
    test("P2 a good credential registers once, refreshes in silence and takes itself back", async () => {
      const ann = await stage.connect("ann");
      await ann.register();
      expect(await stage.next("registered")).toMatchObject({
        user: "ann",
        instance: ann.instance,
        userAgent: "Liantai test client",
      });
      expect(stage.switch.isRegistered("ann")).toBe(true);
      // Of an enterprise: by how its users' names begin.
      expect(stage.switch.registrations("an")).toEqual([
        {
          user: "ann",
          address: expect.stringContaining("127.0.0.1"),
          userAgent: expect.any(String),
          since: expect.any(Number),
        },
      ]);
      expect(stage.switch.registrations("bob")).toEqual([]);
      await ann.register();
      expect(stage.none("registered")).toBe(true);
      await ann.register(0);
      expect(await stage.next("unregistered")).toMatchObject({ user: "ann", instance: ann.instance });
      expect(stage.switch.isRegistered("ann")).toBe(false);
    });

    test("P1 a wrong password and an unknown user are refused alike", async () => {
      const wrong = await stage.connect("ann", { password: "guess" });
      const unknown = await stage.connect("nobody");
      const refusals = await Promise.all(
        [wrong, unknown].map((client) => client.register().catch((error: { status: number }) => error.status)),
      );
      expect([401, 403]).toContain(refusals[0]);
      expect(refusals[1]).toBe(refusals[0]);
      expect(stage.switch.isRegistered("ann")).toBe(false);
      expect(stage.none("registered")).toBe(true);
    });

    test("a socket that closes is no registration any more", async () => {
      const ann = await stage.telephone("ann");
      ann.drop();
      expect(await stage.next("unregistered")).toMatchObject({ user: "ann" });
      expect(stage.switch.isRegistered("ann")).toBe(false);
    });

    test("unregister() drops the registrations and sockets of a user", async () => {
      const ann = await stage.telephone("ann");
      await stage.switch.unregister("ann");
      expect(await stage.next("unregistered")).toMatchObject({ user: "ann" });
      await ann.closed;
      expect(stage.switch.isRegistered("ann")).toBe(false);
    });

    test("of two telephones of one user the newest is called, and the other one when it leaves", async () => {
      const first = await stage.telephone("ann");
      const second = await stage.telephone("ann");
      const leg = await stage.switch.originate({ to: "ann", from: "4001", ringMs: 5_000 });
      await second.incoming();
      await stage.switch.hangup(leg);
      second.drop();
      await stage.next("unregistered");
      await stage.switch.originate({ to: "ann", from: "4001", ringMs: 5_000 });
      await first.incoming();
    });

    test("a revoked credential is refused at the next request", async () => {
      const { credentials } = stage;
      const ann = await stage.telephone("ann");
      const credential = credentials.get("ann");
      credentials.delete("ann");
      try {
        await expect(ann.register()).rejects.toMatchObject({ status: expect.any(Number) });
        const call = await ann.call("4001");
        expect(await call.ended).toMatchObject({ by: "refused" });
        expect(stage.none("incoming")).toBe(true);
      } finally {
        if (credential) credentials.set("ann", credential);
      }
    });
  });
}
