import type { Endpoint } from "@liantai/api/contract";
import { allEndpoints } from "@liantai/api/contract/all";
import { isSchema, ObjectSchema } from "yup";
import { parseInput } from "./input.ts";

const filtersOf = ({ body }: Endpoint): Readonly<Record<string, unknown>> =>
  body instanceof ObjectSchema ? body.fields : {};
const lists = allEndpoints.filter((each) => "pageNo" in filtersOf(each) && "enabled" in filtersOf(each));
const read = async (endpoint: Endpoint, body: object) =>
  (await parseInput(endpoint, { params: {}, query: {}, body })).body as Record<string, unknown>;

test("K97 every list that filters by enabled takes the specification's enable for it, whether a number or its digit", async () => {
  expect(lists.length).toBeGreaterThan(14);
  for (const endpoint of lists) {
    const asked = await read(endpoint, { enabled: "1" });
    const [number, digit] = [await read(endpoint, { enable: 1 }), await read(endpoint, { enable: "1" })];
    expect([endpoint.path, number, digit]).toEqual([endpoint.path, asked, asked]);
    expect(await read(endpoint, { enable: "0", enabled: "1" })).toEqual(asked);
    const { enabled } = filtersOf(endpoint);
    if (isSchema(enabled) && enabled.describe().type === "string")
      expect(await read(endpoint, { enable: "0", enabled: "" })).toEqual(await read(endpoint, { enabled: "0" }));
    await expect(read(endpoint, { enable: "2" })).rejects.toMatchObject({ code: 400 });
  }
});
