/** The walks of docs/adding.md hold: the code of the first makes a resource and an area with the contract as it is, the files are there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "@swc/core";
import { allButtons, allEndpoints, areas } from "./all.ts";
import { buttonsOf, endpointsOf, logWordsOf, type Area } from "./area.ts";
import { tabs } from "./tabs.ts";
import type { TabRow } from "./tab-row.ts";

const root = join(__dirname, "../../../..");
const guide = readFileSync(join(root, "docs/adding.md"), "utf8");

function block(name: string): string {
  const found = new RegExp(`\`\`\`ts ${name}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1];
  if (!found) throw new Error(`docs/adding.md has no block ${name}`);
  return found;
}

/** Runs a block as a file of contract/settings; relative modules are those of the contract, or a block of the guide. */
function run(name: string): Record<string, unknown> {
  const { code } = transformSync(block(name), {
    jsc: { parser: { syntax: "typescript" }, target: "es2023" },
    module: { type: "commonjs" },
  });
  const load = (path: string): unknown =>
    path === "./parcels.ts"
      ? run("parcels.ts")
      : path.startsWith("../")
        ? jest.requireActual(`./${path.slice(3)}`)
        : jest.requireActual(path);
  const exports: Record<string, unknown> = {};
  new Function("require", "exports", code)(load, exports);
  return exports;
}

test("the resource and its manifest join all that is gathered", () => {
  const made = run("index.ts") as { parcelArea: Area; parcelTabs: readonly TabRow[] };
  const grown = [...areas, made.parcelArea];
  const names = endpointsOf(grown).map(({ name }) => name);
  expect(names.slice(allEndpoints.length)).toEqual([
    "parcelList",
    "parcelAdd",
    "parcelUpdate",
    "parcelDelete",
    "parcelSend",
  ]);
  expect(new Set(names).size).toBe(names.length);
  const codes = buttonsOf(grown)["/parcels"]?.map(({ code }) => code);
  expect(codes).toEqual(["parcel.add", "parcel.update", "parcel.delete", "parcel.send"]);
  expect(Object.keys(buttonsOf(grown))).toEqual([...Object.keys(allButtons), "/parcels"]);
  expect(logWordsOf(grown)).toMatchObject({ objects: { parcel: "包裹" }, actions: { send: "派送", add: "新增" } });
  expect(made.parcelTabs).toMatchObject([{ app: "admin", name: "parcels", ready: true, who: ["A"] }]);
  const send = endpointsOf([made.parcelArea]).at(-1);
  expect(() => send?.body?.validateSync({ ids: [] })).toThrow("请选择要删除的数据");
});

test("every file the guide names is there, but for the new ones", () => {
  const fresh = new Set([
    "shared/api/src/contract/settings/parcels.ts",
    "server/src/modules/settings/parcels/repository.ts",
    "apps/admin/src/settings/parcels/screen.tsx",
  ]);
  const named = [...guide.matchAll(/`((?:shared|server|apps|docs)\/[\w./-]+\.(?:tsx?|md))`/g)].map(
    ([, path]) => path ?? "",
  );
  expect(named.length).toBeGreaterThan(20);
  const concrete = named.map((path) => path.replace("AREA", "settings"));
  expect(concrete.filter((path) => !fresh.has(path) && !existsSync(join(root, path)))).toEqual([]);
});

test("a new screen touches eight files, its tests aside: a step is one file", () => {
  const walk = guide.slice(guide.indexOf("## A resource screen"), guide.indexOf("## A message"));
  expect([...walk.matchAll(/^\d+\. `/gm)]).toHaveLength(8);
});

test("every row of the app admin has its screen where panesOf looks for it, in an area whose panes are as the guide's", () => {
  const src = join(root, "apps/admin/src");
  const folders = readdirSync(src, { withFileTypes: true }).filter(
    (e) => e.isDirectory() && existsSync(join(src, e.name, "panes.ts")),
  );
  const missing = tabs
    .filter((tab) => tab.app === "admin")
    .map(({ name }) => name.replaceAll("/", "-"))
    .filter((name) => !folders.some((area) => existsSync(join(src, area.name, name, "screen.tsx"))));
  expect(missing).toEqual([]);
  expect(readFileSync(join(src, "settings/panes.ts"), "utf8")).toContain(
    block("panes.ts").match(/`\.\/.*screen\.tsx`/)?.[0],
  );
});
