/** Markdown to markup that may be put into the page: marked makes it, DOMPurify leaves only what reads. */
import DOMPurify from 'dompurify';
import { marked } from 'marked';

const tags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
const attributes = ['href', 'title', 'src', 'alt', 'align', 'start'];

const purifier = DOMPurify();
// Only links that leave the console: to it, a document has none.
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

export const toMarkup = (markdown: string): string => purifier.sanitize(marked.parse(markdown, { async: false, gfm: true }), { ALLOWED_TAGS: tags, ALLOWED_ATTR: attributes, ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/(?:png|jpeg|gif|webp);|\/)/i });
