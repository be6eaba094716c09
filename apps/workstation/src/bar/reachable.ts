/**
 * Keeps the bar reachable while any app shows a modal: libraries hide what is outside of it from assistive technology
 * and make it inert, and an agent must be able to hang up. Returns the function that ends the watch.
 */
export function keepReachable(bar: HTMLElement): () => void {
  const chain: HTMLElement[] = [];
  for (let at: HTMLElement | null = bar; at && at !== document.body; at = at.parentElement) chain.push(at);
  const free = () => {
    for (const element of chain) {
      if (element.getAttribute("aria-hidden") === "true") element.removeAttribute("aria-hidden");
      if (element.hasAttribute("inert")) element.removeAttribute("inert");
    }
  };
  const observer = new MutationObserver(free);
  for (const element of chain)
    observer.observe(element, { attributes: true, attributeFilter: ["aria-hidden", "inert"] });
  free();
  return () => observer.disconnect();
}
