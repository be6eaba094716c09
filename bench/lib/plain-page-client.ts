/** The browser's side of plain-page.ts: React and a form of two fields, and no more. */
import { createElement as h, useState, type ChangeEvent } from "react";
import { createRoot } from "react-dom/client";

function Field({ name, type }: { readonly name: string; readonly type: string }) {
  const [value, change] = useState("");
  return h(
    "label",
    null,
    name,
    h("input", { name, type, value, onChange: (event: ChangeEvent<HTMLInputElement>) => change(event.target.value) }),
  );
}

function Form() {
  const [sent, send] = useState(false);
  if (sent) return h("div", { role: "tablist" }, h("button", { role: "tab" }, "home"));
  return h(
    "form",
    { action: () => send(true) },
    h(Field, { name: "account", type: "text" }),
    h(Field, { name: "password", type: "password" }),
    h("button", { type: "submit" }, "sign in"),
  );
}

createRoot(document.body).render(h(Form));
