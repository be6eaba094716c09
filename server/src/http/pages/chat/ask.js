// What the visitor's page asks of the server by POST (contract chatVisitorApi).

const failed = "网络异常，请稍后重试。";

/** Asked again by itself. Of too many, why, in words; then not so soon. */
export class Unanswered extends Error {}

/** @param {string} verb @param {object} body */
const post = (verb, body) =>
  fetch(`/customer/api/v1/chat/${verb}`, {
    method: "POST",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/**
 * @param {{ webKey: string, page: string, memory: import("./memory.js").Memory }} parts page: the site's page that shows it
 */
export const createAsk = ({ webKey, page, memory }) => {
  const visitor = () => memory.lasting.get("visitor");
  return {
    /** The envelope; throws Unanswered. @param {boolean} begin */
    open: async (begin) => {
      const body = { webKey, page, begin };
      const known = visitor();
      try {
        const response = await post("open", known === "" ? body : { ...body, visitor: known });
        if (response.status >= 500) throw new Unanswered();
        const reply = await response.json();
        if (response.status === 429) throw new Unanswered(reply.msg);
        return reply;
      } catch (error) {
        throw error instanceof Unanswered ? error : new Unanswered();
      }
    },
    /** '': it is over. Otherwise why not. @param {string} sessionId @returns {Promise<string>} */
    close: async (sessionId) => {
      try {
        const reply = await (await post("close", { webKey, visitor: visitor(), sessionId })).json();
        return reply.code === 1 ? "" : reply.msg;
      } catch {
        return failed;
      }
    },
    /** The sound of a voice message. Throws an error in words. @param {string} id */
    voice: async (id) => {
      const response = await post("voice", { visitor: visitor(), id }).catch(() => undefined);
      if (!response) throw new Error(failed);
      if (!/json/.test(response.headers.get("content-type") ?? "")) return response.blob();
      throw new Error((await response.json().catch(() => ({}))).msg || failed);
    },
  };
};
/** @typedef {ReturnType<typeof createAsk>} Ask */
