/** Markdown to markup that may be put into the page: marked makes it, DOMPurify leaves only what reads. */
import DOMPurify from "dompurify";
import { marked } from "marked";

const tags = [
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "p",
  "br",
  "hr",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "code",
  "em",
  "strong",
  "del",
  "a",
  "img",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
];
const attributes = ["href", "title", "src", "alt", "align", "start"];

const picture = /^data:image\/(?:png|jpeg|gif|webp);/i;
const purifier = DOMPurify();
purifier.addHook("afterSanitizeAttributes", (node) => {
  // DOMPurify lets pictures have any data; a document has pictures alone.
  if (
    node.tagName === "IMG" &&
    /^data:/i.test(node.getAttribute("src") ?? "") &&
    !picture.test(node.getAttribute("src")!)
  )
    node.removeAttribute("src");
  if (node.tagName !== "A") return;
  // The console stays where it is.
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer");
});

export const toMarkup = (markdown: string): string =>
  purifier.sanitize(marked.parse(markdown, { async: false, gfm: true }), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/)/i,
  });
