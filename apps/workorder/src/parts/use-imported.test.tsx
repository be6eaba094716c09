/** F107: lists are asked for again when an import into them that ran in the background has ended. */
import { opened, store } from "@liantai/api/client";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { bus } from "@liantai/bus";
import type { FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor } from "@testing-library/react";
import { ordersServer } from "../orders/testing/fixtures.ts";
import { openRecords, signInToRecords } from "../records/testing/records.tsx";
import { Root } from "../root.tsx";

async function asksAgain(server: FakeServer, kind: string, path: string): Promise<void> {
  const asked = server.bodies(path).length;
  act(() => bus.publish("import.ended", { kind: "agent" }));
  expect(server.bodies(path)).toHaveLength(asked);
  act(() => bus.publish("import.ended", { kind }));
  await waitFor(() => expect(server.bodies(path).length).toBeGreaterThan(asked));
}

test("F107 records", async () => {
  const server = signInToRecords();
  await openRecords();
  await asksAgain(server, "form", customerFormDataApi.list.path);
});

test("F107 orders", async () => {
  const server = ordersServer();
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  await screen.findByRole("cell", { name: "宽带不通" });
  await asksAgain(server, "order", formStreamApi.list.path);
});
