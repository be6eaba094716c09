import { Provider, queriesOf, store } from "@liantai/api/client";
import { homeApi } from "@liantai/api/contract/admin";
import { signIn } from "@liantai/ui/testing";
import { act, render, screen, waitFor } from "@testing-library/react";
import { memo } from "react";
import type { Part } from "./parts.tsx";
import { quietly, useInSlices } from "./quiet.ts";

const { account, trend } = queriesOf(homeApi);
const paths = { account: "/da/api/v1/component/account", trend: "/cdr/api/v1/largeScreen/getIcomingTrendInfo" };

const drawn: Record<string, number> = {};

const Shown = memo(function Shown({ name, part }: { readonly name: string; readonly part: Part<unknown> }) {
  drawn[name] = (drawn[name] ?? 0) + 1;
  return <p>{`${name}：${JSON.stringify(part.data)}`}</p>;
});

function Page() {
  const money = useInSlices(account.useQuery({ body: {} }, { selectFromResult: (read) => quietly(read) }));
  const hours = useInSlices(trend.useQuery({ body: {} }, { selectFromResult: (read) => quietly(read) }));
  drawn["page"] = (drawn["page"] ?? 0) + 1;
  return (
    <>
      <Shown name="账户" part={money} />
      <Shown name="趋势" part={hours} />
      <button onClick={() => void money.refetch()}>再问</button>
    </>
  );
}

test("what is read again draws nothing until it is there, and then the section alone that shows it", async () => {
  const server = signIn();
  server.on(paths.trend, () => []);
  server.on(paths.account, () => ({ balance: "1.0000", arrears: 0, storageBytes: 1 }));
  render(<Page />, { wrapper: ({ children }) => <Provider store={store}>{children}</Provider> });
  await screen.findByText(/账户：.*1\.0000/);
  await screen.findByText("趋势：[]");
  let go = () => undefined as void;
  server.on(
    paths.account,
    () => new Promise((resolve) => (go = () => resolve({ balance: "2.0000", arrears: 0, storageBytes: 1 }))),
  );
  const before = { ...drawn };
  const asked = server.asked.length;
  act(() => screen.getByRole("button", { name: "再问" }).click());
  await waitFor(() => expect(server.asked).toHaveLength(asked + 1));
  expect(drawn).toEqual(before);
  act(() => go());
  await screen.findByText(/账户：.*2\.0000/);
  expect([drawn["账户"], drawn["趋势"]]).toEqual([before["账户"]! + 1, before["趋势"]]);
});
