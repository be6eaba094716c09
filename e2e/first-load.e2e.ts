/** What is loaded before the first screen is held to its size (check E27; goals.md has the sign-in page at 200 KB). */
import { firstLoads, flowEditorLoad } from "./harness/first-load.ts";

test("E27 the sign-in page and the desk stay within their first load", () => {
  const { "sign-in": signIn, workspace } = firstLoads();
  expect(signIn.kb).toBeGreaterThan(50);
  expect(signIn.kb).toBeLessThanOrEqual(200);
  expect(workspace.kb).toBeGreaterThan(signIn.kb);
  expect(workspace.kb).toBeLessThanOrEqual(380);
});

test("the flow editor stays within 90 KB over the bundles that it shares (flows.md, performance goals)", () => {
  expect(flowEditorLoad()).toBeGreaterThan(40);
  expect(flowEditorLoad()).toBeLessThanOrEqual(90);
});
