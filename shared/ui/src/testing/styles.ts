/** What the page's style sheets declare for an element by its classes: computed styles of jsdom leave out what it does not know. */
function declaredBy(element: Element): string {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  const own = rules.filter((rule) => [...element.classList].some((name) => rule.includes(`.${name} {`)));
  return own.join("\n");
}

/** Whether it stands in a room with the custom scrollbar (console.md section 2). */
export function scrollsThinly(element: Element | null): boolean {
  for (let at = element; at; at = at.parentElement)
    if (/overflow: auto; scrollbar-width: thin/.test(declaredBy(at))) return true;
  return false;
}
