/** What is wrong with a screen's looks that a program can see: cut, overflowing, still loading, untranslated. */
import type { Page } from "puppeteer";

/** CSS of the tab on show. */
export const shownPanel = 'div:not([style*="visibility: hidden"]) > [role="tabpanel"]';
/** Latin words that Chinese readers read: abbreviations, formats, codecs and products. */
const known = [
  "URL",
  "IP",
  "SIP",
  "Excel",
  "IVR",
  "HTTP",
  "HTTPS",
  "ID",
  "KB",
  "MB",
  "GB",
  "xlsx",
  "wav",
  "mp3",
  "md",
  "UDP",
  "TCP",
  "TLS",
  "WS",
  "WSS",
  "PCMA",
  "PCMU",
  "G729",
  "opus",
  "GET",
  "POST",
  "PUT",
  "JSON",
  "Alt",
  "PGlite",
  "PostgreSQL",
  "Redis",
  "Asterisk",
];

/** One line a fault; none: it looks right. */
export const looks = (page: Page): Promise<string[]> =>
  page.evaluate(
    (css, allowed) => {
      const faults: string[] = [];
      const panel = document.querySelector<HTMLElement>(css);
      if (!panel || panel.innerText.trim() === "") return ["nothing is drawn"];
      const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth > width || document.body.scrollWidth > width)
        faults.push(`the page is ${Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)} px wide`);
      const name = (element: Element) => {
        const text = ((element as HTMLElement).innerText ?? "").trim().slice(0, 30);
        return `<${element.tagName.toLowerCase()}> “${text || element.getAttribute("aria-label") || ""}”`;
      };
      const inSight = (element: Element) =>
        (element as HTMLElement).checkVisibility({ visibilityProperty: true }) &&
        element.getBoundingClientRect().width > 1;
      /** Whether a scrolling ancestor brings it into sight. */
      const reachable = (element: Element): boolean => {
        for (let at = element.parentElement; at; at = at.parentElement)
          if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
        return false;
      };
      for (const element of panel.querySelectorAll("button, input, select, textarea, th, h1, h2, h3, label")) {
        if (!inSight(element)) continue;
        const box = element.getBoundingClientRect();
        if ((box.right > width + 1 || box.left < -1) && !reachable(element))
          faults.push(`${name(element)} is outside the page`);
      }
      // A row's buttons, and the rings that they have with the focus, in the cell that clips them.
      const unringed = [...panel.querySelectorAll("td[data-actions] button")].find((element) => {
        const cell = element.closest("td")?.getBoundingClientRect();
        if (!cell || !inSight(element)) return false;
        const offset = parseFloat(getComputedStyle(element).getPropertyValue("--focus-ring-offset"));
        const ring = Math.max(0, 2 + (Number.isNaN(offset) ? 2 : offset)) - 0.5;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return (
          left - ring < cell.left || right + ring > cell.right || top - ring < cell.top || bottom + ring > cell.bottom
        );
      });
      if (unringed) faults.push(`${name(unringed)} or its ring of focus is cut by its cell`);
      for (const element of panel.querySelectorAll<HTMLElement>("th span, th button, button, h1, h2, h3")) {
        if (
          inSight(element) &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0 &&
          getComputedStyle(element).overflow !== "visible"
        )
          faults.push(`${name(element)} is cut`);
      }
      // A person should not have to scroll sideways for what the screen shows by itself.
      for (const table of panel.querySelectorAll("table")) {
        const region = table.closest<HTMLElement>('[role="region"]');
        if (region && inSight(region) && region.scrollWidth > region.clientWidth + 1)
          faults.push(
            `the table “${table.getAttribute("aria-label")}” is ${region.scrollWidth} px wide in ${region.clientWidth} px`,
          );
      }
      if (/加载中|正在加载/.test(panel.innerText)) faults.push("it is still loading");
      for (const element of document.querySelectorAll<HTMLElement>("button, th, h1, h2, h3, label")) {
        if (!inSight(element)) continue;
        // A version is eight hexadecimal digits and no word, the number of a work order GD, its day and its place in the day.
        const said = element.innerText.replace(/\b[0-9a-f]{8}\b|GD\d{14}/g, "");
        const label = (said.match(/[A-Za-z][A-Za-z0-9]+/g) ?? []).filter((word) => !allowed.includes(word));
        if (label.length > 0) faults.push(`${name(element)} is not Chinese: ${label.join(" ")}`);
      }
      return [...new Set(faults)];
    },
    shownPanel,
    known,
  );
