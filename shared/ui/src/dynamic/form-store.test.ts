import { FormStore } from "./form-store.ts";
import { KnownChoices } from "./sources.ts";
import { field, formOf } from "./testing/harness.tsx";

function storeOf() {
  const form = formOf([
    field("input", "code", "客户编号"),
    field("input", "phone", "电话"),
    field("input", "name", "姓名", { require: true }),
  ]);
  const none = async () => [];
  const unused = () => Promise.reject(new Error("not asked for"));
  const files = { upload: unused, picture: unused, download: () => undefined };
  const sources = { dictionary: none, cascade: none, lookup: none, ...files };
  const store = new FormStore({ form, choices: new KnownChoices(sources) });
  const said = () =>
    form.fields.flatMap(({ at, name }) => [...store.view(at).errors.values()].map((text) => `${name} ${text}`));
  return { store, said };
}

test("what was found out about a field stands there after a try to save until that field is another, and stops no save", () => {
  const { store, said } = storeOf();
  expect(store.check()).toBeUndefined();
  store.change("code", "K1");
  store.say("code", "没有该客户");
  store.change("name", "王女士");
  expect(said()).toEqual(["code 没有该客户"]);
  expect(store.check()).toEqual({ code: "K1", name: "王女士" });
  store.say("code", "没有该客户");
  store.change("code", "K2");
  expect(said()).toEqual([]);
});

test("what the server refused at several fields stands at each until it is another, and is asked anew", () => {
  const { store, said } = storeOf();
  store.change("name", "王女士");
  store.check();
  store.refuse(
    [
      { path: "values.code", message: "客户编号已存在" },
      { path: "values.phone", message: "号码已存在" },
    ],
    "",
  );
  store.change("code", "K2");
  expect(said()).toEqual(["phone 号码已存在"]);
  expect(store.check()).toEqual({ code: "K2", name: "王女士" });
  expect(said()).toEqual([]);
});
