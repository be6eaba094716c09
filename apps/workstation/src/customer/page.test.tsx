import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FakeCall } from "../testing/fake-phone.ts";
import { settle } from "../testing/virtual-clock.ts";
import { makeCustomer } from "../testing/customer.ts";
import { Light } from "@liantai/ui/theme/light";
import { CustomerPage } from "./page.tsx";

async function draw() {
  const made = makeCustomer();
  render(
    <Light>
      <CustomerPage call={made.call} number="4001" />
    </Light>,
  );
  return made;
}
const click = async (name: string) => {
  fireEvent.click(screen.getByRole("button", { name }));
  await act(() => settle());
};
const state = () => screen.getByRole("main").dataset.state;

test("one press calls; the page shows every step, keys and the end", async () => {
  const made = await draw();
  await userEvent.type(screen.getByRole("textbox", { name: "您的号码（选填）" }), "138-0000 1111");
  await click("呼叫");
  expect(state()).toBe("connecting");
  await act(async () => {
    made.line.phone.accept();
    await settle();
  });
  expect(made.asked).toEqual(["13800001111"]);
  expect(screen.getByRole("heading")).toHaveTextContent("正在呼叫");
  const placed = made.line.phone.placed[0]!;
  act(() => placed.events.connected());
  expect(state()).toBe("queued");
  expect(screen.getByRole("button", { name: "挂断" })).toBeEnabled();
  act(() => placed.events.stage?.({ stage: "queued", position: 2 }));
  expect(screen.getByRole("heading")).toHaveTextContent("排队中，前面还有1位");
  act(() => placed.events.stage?.({ stage: "talking", agent: "1001" }));
  expect(state()).toBe("talking");
  expect(screen.getByRole("heading")).toHaveTextContent("已接通坐席1001");
  await click("按键");
  await click("按键 5");
  fireEvent.keyDown(document.body, { key: "7" });
  expect(placed.call.log).toEqual(["digits 5", "digits 7"]);
  expect(screen.getByLabelText("已发送的按键")).toHaveTextContent("57");
  await click("静音");
  expect(screen.getByRole("main").dataset.muted).toBe("true");
  await click("挂断");
  expect(placed.call.log.at(-1)).toBe("hangup");
  act(() => placed.events.ended({ by: "local", cause: "Terminated" }));
  expect(state()).toBe("ended");
  expect(screen.getByText("您已挂断")).toBeInTheDocument();
  expect(screen.getByText("保持本页打开，坐席可以给您回电。")).toBeInTheDocument();
});

test("a refusal is read out", async () => {
  const made = await draw();
  made.answerSession({ refusal: "您拨打的号码不存在" });
  await click("呼叫");
  expect(screen.getByRole("alert")).toHaveTextContent("您拨打的号码不存在");
  expect(screen.getByRole("button", { name: "重新呼叫" })).toBeEnabled();
});

test("a call back is answered or declined", async () => {
  const made = await draw();
  await click("呼叫");
  await act(async () => {
    made.line.phone.accept();
    await settle();
  });
  act(() => made.line.phone.placed[0]!.events.ended({ by: "remote", cause: "Busy", code: 486 }));
  const back = new FakeCall("c2");
  act(() => void made.line.phone.ring(back));
  expect(state()).toBe("incoming");
  await click("拒接");
  expect(back.log).toEqual(["hangup"]);
});
