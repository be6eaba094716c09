import type { Caller } from "../../http/routes.ts";
import { openOffice, type Office, type Person } from "../../testing/office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test("many sessions are read in one transaction, each as it is by itself; those that no longer live are left out", async () => {
  const { auth } = office.composition;
  const { database } = office.ports;
  const idOf = async ({ token }: Person) => ((await auth.sessions.resolve(token)) as Caller).sessionId;
  const inside = await office.enter("100001");
  const [over, disabled] = [await idOf(office.agent), await idOf(office.monitor)];
  const agent = await office.signIn({ code: "100001", roleType: 2, account: "1001" });
  const living = await Promise.all([office.administrator, agent, office.operator, inside].map(idOf));
  await database.system((trx) =>
    trx.updateTable("account").set({ enabled: 0 }).where("agentId", "=", "1005").execute(),
  );

  const asked = jest.spyOn(database, "system");
  const callers = await auth.sessions.living([...living, over, disabled, "unknown", living[0]!]);
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  expect([...callers.keys()].sort()).toEqual([...living].sort());
  for (const id of living) expect(callers.get(id)).toEqual(await auth.sessions.byId(id));
  expect(callers.get(living[3]!)).toMatchObject({ compId: "100001", roleType: 1, entered: true });
  expect(await auth.sessions.byId(over)).toEqual({ refused: "elsewhere" });
  expect(await auth.sessions.byId(disabled)).toEqual({ refused: "ended" });
  expect((await auth.sessions.living([])).size).toBe(0);
});
