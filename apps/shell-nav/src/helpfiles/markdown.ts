/** Markdown to markup that may be put into the page: marked makes it, DOMPurify leaves only what reads. */
import { pictureScheme } from "@liantai/api/contract/help";
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
  // A picture of the help needs the session's token: the reader fills it.
  const source = node.getAttribute("src");
  if (source?.startsWith(pictureScheme)) {
    node.setAttribute("data-picture", source.slice(pictureScheme.length));
    node.removeAttribute("src");
  }
  if (node.tagName !== "A") return;
  if (node.getAttribute("href")?.startsWith(pictureScheme)) node.removeAttribute("href");
  // The console stays where it is.
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer");
});

export const toMarkup = (markdown: string): string =>
  purifier.sanitize(marked.parse(markdown, { async: false, gfm: true }), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|help:|\/)/i,
  });
