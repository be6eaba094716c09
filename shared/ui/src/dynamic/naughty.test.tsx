/** E24 on the screen: the same texts as values, labels and options are drawn as text and run nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FormField } from "@liantai/api/forms";
import { cleanup, screen } from "@testing-library/react";
import { open } from "./testing/harness.tsx";

const list = JSON.parse(
  readFileSync(join(process.cwd(), "server/src/testing/naughty/blns.json"), "utf8"),
) as readonly string[];
const texts = [...new Set(list.map((text) => text.trim()))].filter((text) => text !== "");
const labels = texts.filter((text) => [...text].length <= 30);

const ran: string[] = [];
beforeEach(() => {
  ran.length = 0;
  for (const name of ["alert", "confirm", "prompt"] as const)
    jest.spyOn(window, name).mockImplementation((...args: readonly unknown[]) => {
      ran.push(String(args[0]));
      return null as never;
    });
});
afterEach(() => jest.restoreAllMocks());

function expectNothingRan(): void {
  expect(ran).toEqual([]);
  const live = "script, iframe, object, embed, img, link, meta, base, [onerror], [onload], [onclick], [onmouseover]";
  expect(document.body.querySelector(live)).toBeNull();
  for (const link of document.body.querySelectorAll("a")) expect(link.protocol).not.toBe("javascript:");
}

test("E24 values are drawn as they are, in the form and in the detail", () => {
  expect(list).toHaveLength(515);
  for (let from = 0; from < texts.length; from += 100) {
    const part = texts.slice(from, from + 100);
    const fields = part.map((_, at): FormField => ({
      type: "input",
      name: `f${at}`,
      label: `字段${at}`,
      maxLength: 290,
    }));
    const stored = Object.fromEntries(part.map((text, at) => [`f${at}`, text]));
    open(fields, [], { stored });
    // An input has one line: a browser takes line breaks out of it.
    for (const [at, text] of part.entries())
      expect(screen.getByLabelText(`字段${at}`)).toHaveValue(text.replace(/[\r\n]/g, ""));
    expectNothingRan();
    cleanup();
    open(fields, [], { stored, read: true });
    for (const text of part) expect(document.body.textContent).toContain(text);
    expectNothingRan();
    cleanup();
  }
});

test("E24 labels and options are drawn as they are", () => {
  for (let from = 0; from < labels.length; from += 100) {
    const part = labels.slice(from, from + 100);
    const fields: FormField[] = [
      ...part.map((label, at): FormField => ({ type: "input", name: `f${at}`, label })),
      {
        ...{ type: "select", name: "kind", label: "种类" },
        items: part.map((label_name, at) => ({ label_name, label_value: String(at) })),
      },
    ];
    open(fields);
    for (const text of part) expect(document.body.textContent).toContain(text);
    const options = screen.getByLabelText<HTMLSelectElement>("种类").options;
    expect([...options].slice(-part.length).map(({ textContent }) => textContent)).toEqual(part);
    expectNothingRan();
    cleanup();
  }
});
