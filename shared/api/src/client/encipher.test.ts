import { parseEnciphered } from "@liantai/api/contract";
import { encipherPhones, holdsPhone } from "./encipher.ts";

const encrypter = { kid: "k1", encrypt: async (text: string) => `${btoa(text).replace(/=/g, "")}${"A".repeat(120)}` };

test("R3 every mobile number is encrypted wherever it stands; the rest goes as it is", async () => {
  const body = {
    phone: "13800138000",
    list: [{ number: "18912345678" }, "4001"],
    at: 5,
    none: null,
    remark: "电话13800138000",
  };
  const sealed = (await encipherPhones(body, encrypter)) as typeof body;
  expect(parseEnciphered(sealed.phone)).toMatchObject({ kid: "k1" });
  expect(parseEnciphered((sealed.list[0] as { number: string }).number)).toBeDefined();
  expect({ ...sealed, phone: "", list: sealed.list[1] }).toEqual({
    phone: "",
    list: "4001",
    at: 5,
    none: null,
    remark: "电话13800138000",
  });
});

test("a file is no number, and a request without numbers needs no key", () => {
  expect(holdsPhone({ files: new Blob(["13800138000"]), name: "x", deep: [{ a: ["12345678901"] }] })).toBe(false);
  expect(holdsPhone({ deep: [{ a: ["19912345678"] }] })).toBe(true);
});
