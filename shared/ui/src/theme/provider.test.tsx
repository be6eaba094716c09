// Alone in its world: what stands in the page's head once, and the first look at the system's colours, are what is judged.
import { Box } from "@chakra-ui/react";
import { act, render, screen } from "@testing-library/react";
import { UiProvider, useColorMode } from "../index.ts";

const system = { matches: true, listeners: new Set<() => void>() };
beforeAll(() => {
  document.head.innerHTML = '<meta name="csp-nonce" content="n0nce">';
  globalThis.matchMedia = (() => ({
    get matches() {
      return system.matches;
    },
    addEventListener: (_: string, l: () => void) => system.listeners.add(l),
  })) as never;
});

const globals = () => [...document.querySelectorAll<HTMLStyleElement>('style[data-emotion="lt-global"]')];

function Mode() {
  const { mode, choice, choose } = useColorMode();
  return <button onClick={() => choose(mode === "dark" ? "light" : "system")}>{`${mode} ${choice}`}</button>;
}

test("the globals stand in the page once, before every style, with the nonce, and outlive the app that came first", () => {
  const first = render(
    <UiProvider>
      <Box color="fg.muted">甲</Box>
    </UiProvider>,
  );
  render(
    <UiProvider>
      <Box color="fg.muted">乙</Box>
    </UiProvider>,
  );
  const before = globals();
  expect(before.map((s) => s.textContent).join("")).toContain("--chakra-colors-bg-canvas:#12161c");
  expect(
    before
      .map((s) => s.textContent)
      .join("")
      .match(/@layer reset,/g),
  ).toHaveLength(1);
  first.unmount();
  expect(globals()).toEqual(before);
  const own = [...document.querySelectorAll<HTMLStyleElement>('style[data-emotion="lt"]')];
  expect([...before, ...own].every((s) => s.nonce === "n0nce" || s.getAttribute("nonce") === "n0nce")).toBe(true);
  expect(before.at(-1)!.compareDocumentPosition(own[0]!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("the colour mode follows the system until the person chooses, and the choice is kept", () => {
  render(
    <UiProvider>
      <Mode />
    </UiProvider>,
  );
  const button = screen.getByRole("button");
  expect([button.textContent, document.documentElement.className]).toEqual(["dark system", "dark"]);
  system.matches = false;
  act(() => system.listeners.forEach((l) => l()));
  expect([button.textContent, document.documentElement.className]).toEqual(["light system", "light"]);
  system.matches = true;
  act(() => system.listeners.forEach((l) => l()));
  act(() => button.click());
  expect([button.textContent, localStorage.getItem("liantai.colorMode")]).toEqual(["light light", "light"]);
  act(() => system.listeners.forEach((l) => l()));
  expect(document.documentElement.className).toBe("light");
  act(() => button.click());
  expect([button.textContent, localStorage.getItem("liantai.colorMode")]).toEqual(["dark system", null]);
});
