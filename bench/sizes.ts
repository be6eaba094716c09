/**
 * What a browser loads before the sign-in page and the workspace can be used, Brotli KB over the wire (issue 7: 200 and 380).
 * Beside each a page of React, React DOM and a form of two fields, built as ours are. Counted from dist/: the page's own files and
 * every bundle that the entries import, each once; chunks that a screen loads later are not first load. The workspace is
 * counted as a browser without a cache would load it.
 */
import { firstLoads, flowEditorLoad } from "@liantai/e2e/harness/first-load.ts";
import { buildPlainPage } from "./lib/plain-page.ts";
import { compare, type Measured } from "./lib/result.ts";

export async function run(): Promise<Measured> {
  const { script, page } = await buildPlainPage();
  const theirs = (script.length + page.length) / 1_000;
  const pages = firstLoads();
  for (const [name, { heaviest }] of Object.entries(pages))
    console.error(`${name}: ${heaviest.map(([file, kb]) => `${file} ${kb}`).join(", ")}`);
  const over = (name: keyof typeof pages) =>
    compare(
      { what: `${name}, first load`, reference: "React, React DOM and a form", unit: "KB" },
      pages[name].kb,
      theirs,
    );
  return {
    name: "sizes",
    compared: [over("sign-in"), over("workspace"), over("customer")],
    unit: "",
    goal: "sign-in 200 KB, workspace 380, the flow editor over what it shares 90",
    values: {
      signInFiles: pages["sign-in"].files,
      workspaceFiles: pages.workspace.files,
      customerFiles: pages.customer.files,
      flowEditorKb: flowEditorLoad(),
    },
  };
}
