/** The words of an expression. What a Chinese keyboard types instead of a sign is taken for that sign. */

/** The only thing that reading an expression throws: a sentence, and the character it is about, from 0. */
export class ExpressionError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.name = "ExpressionError";
    this.at = at;
  }
}

export type Token =
  | { readonly kind: "number"; readonly at: number; readonly value: number }
  | { readonly kind: "text"; readonly at: number; readonly value: string }
  | { readonly kind: "name"; readonly at: number; readonly value: string }
  | { readonly kind: "sign"; readonly at: number; readonly value: string }
  | { readonly kind: "end"; readonly at: number; readonly value: "" };

const asTyped: Readonly<Record<string, string>> = {
  "（": "(",
  "）": ")",
  "，": ",",
  "＝": "=",
  "＋": "+",
  "－": "-",
  "＊": "*",
  "×": "*",
  "／": "/",
  "÷": "/",
  "＞": ">",
  "＜": "<",
  "≥": ">=",
  "≤": "<=",
  "≠": "!=",
  "！": "!",
  "＆": "&",
  "％": "%",
};
const sameSign: Readonly<Record<string, string>> = { "==": "=", "<>": "!=", "&&": "and", "||": "or", "!": "not" };
const closing: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”", "‘": "’" };

const blank = /[\s\u3000]*/y;
const number = /\d+(?:\.\d+)?|\.\d+/y;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
const sign = /[<>=!]=|<>|&&|\|\||[-+*/%&=<>!(),.]/y;

const match = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
};

/** In quotes: \ before a quote or \ is that character. */
function textAt(source: string, at: number, end: string): { readonly value: string; readonly next: number } {
  let value = "";
  for (let next = at + 1; next < source.length; next++) {
    const one = source[next]!;
    if (one === end) return { value, next: next + 1 };
    value += one === "\\" && next + 1 < source.length ? source[++next]! : one;
  }
  throw new ExpressionError("引号没有成对", at);
}

/** The last one is the end. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = match(blank, source, 0).length;
  while (at < source.length) {
    const end = closing[source[at]!];
    const digits = match(number, source, at);
    const word = match(name, source, at);
    if (end !== undefined) {
      const { value, next } = textAt(source, at, end);
      tokens.push({ kind: "text", at, value });
      at = next;
    } else if (digits !== "") {
      tokens.push({ kind: "number", at, value: Number(digits) });
      at += digits.length;
    } else if (word !== "") {
      tokens.push({ kind: "name", at, value: word });
      at += word.length;
    } else {
      const typed = asTyped[source[at]!];
      const found = typed ?? match(sign, source, at);
      if (found === "") throw new ExpressionError(`不认识“${String.fromCodePoint(source.codePointAt(at)!)}”`, at);
      tokens.push({ kind: "sign", at, value: sameSign[found] ?? found });
      at += typed === undefined ? found.length : 1;
    }
    at += match(blank, source, at).length;
  }
  return [...tokens, { kind: "end", at: source.length, value: "" }];
}
