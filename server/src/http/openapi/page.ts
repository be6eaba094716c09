/** The document to read: server-rendered, no script, its style under a nonce. */
import type { OpenApiDocument } from "./document.ts";
import type { JsonSchema } from "./schema.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (value: unknown): string => String(value).replace(/[&<>"']/g, (character) => entities[character] ?? "");

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:#1677c7}
body{font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:0 auto;max-width:1080px;padding:24px}
h1{font-size:22px;margin:0 0 4px}h2{font-size:17px;margin:32px 0 8px;border-bottom:1px solid var(--line)}
details{border:1px solid var(--line);border-radius:6px;margin:6px 0;padding:0 12px}summary{cursor:pointer;padding:8px 0}
summary b{display:inline-block;width:64px;color:var(--accent)}summary span{opacity:.75;margin-left:12px}
table{border-collapse:collapse;width:100%;margin:4px 0 12px}
td,th{border:1px solid var(--line);padding:4px 8px;text-align:left;vertical-align:top}
th{background:var(--soft);font-weight:600}h4{margin:8px 0 2px;font-size:13px}code{font-family:ui-monospace,Consolas,monospace}`;

const roleNames: Readonly<Record<number, string>> = {
  0: "运营人员",
  1: "企业管理员",
  2: "坐席",
  3: "班长",
  4: "话务管理员",
};

function who(operation: JsonSchema): string {
  const roles = operation["x-roles"] as readonly number[] | undefined;
  if (roles) return roles.map((role) => roleNames[role] ?? role).join("、");
  const [first] = operation["security"] as readonly JsonSchema[];
  return !first ? "无需登录" : "client" in first ? "客户端认证" : "publishKey" in first ? "发布密钥" : "已登录用户";
}

const wordings: readonly (readonly [key: string, word: (value: unknown) => string])[] = [
  ["enum", (value) => `取值 ${(value as unknown[]).join(" / ")}`],
  ["minimum", (value) => `不小于 ${value}`],
  ["maximum", (value) => `不大于 ${value}`],
  ["minLength", (value) => `至少 ${value} 个字符`],
  ["maxLength", (value) => `最多 ${value} 个字符`],
  ["pattern", (value) => `格式 ${value}`],
  ["default", (value) => `默认 ${value}`],
];

const limits = (schema: JsonSchema): string =>
  wordings
    .filter(([key]) => schema[key] !== undefined)
    .map(([key, word]) => word(schema[key]))
    .join("；");

const typeOf = (schema: JsonSchema): string => {
  const type = ([] as unknown[]).concat(schema["type"] ?? "任意").join(" 或 ");
  return schema["items"] ? `${type}<${typeOf(schema["items"] as JsonSchema)}>` : type;
};

interface Row {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Nested fields in dotted form: list[].callId. */
function rowsOf(schema: JsonSchema, prefix = ""): Row[] {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema["required"] ?? []) as string[]);
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = (field["items"] ?? field) as JsonSchema;
    const path = `${prefix}${name}`;
    return [
      { name: path, schema: field, required: required.has(name) },
      ...rowsOf(inner, `${path}${field["items"] ? "[]" : ""}.`),
    ];
  });
}

function table(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  const lines = rows.map(({ name, schema, required }) =>
    row(
      [
        `<code>${escape(name)}</code>`,
        escape(typeOf(schema)),
        required ? "是" : "否",
        escape(schema["title"] ?? ""),
        escape(limits(schema)),
      ],
      "td",
    ),
  );
  const head = row(["名称", "类型", "必填", "说明", "限制"], "th");
  return `<h4>${title}</h4><table><thead>${head}</thead><tbody>${lines.join("")}</tbody></table>`;
}

const contentSchema = (holder: unknown): JsonSchema => {
  const [media] = Object.values(((holder as JsonSchema | undefined)?.["content"] ?? {}) as Record<string, JsonSchema>);
  return (media?.["schema"] ?? {}) as JsonSchema;
};

function operationHtml(path: string, method: string, operation: JsonSchema): string {
  const parameters = (operation["parameters"] ?? []) as Row[];
  const reply = (operation["responses"] as JsonSchema)["200"];
  const data = ((contentSchema(reply)["properties"] ?? {}) as Record<string, JsonSchema>)["data"] ?? {};
  const rate = operation["x-rate-per-minute"];
  const summary = [
    `<b>${escape(method.toUpperCase())}</b>`,
    `<code>${escape(path)}</code>`,
    `<span>${escape(operation["summary"])}</span>`,
  ].join("");
  const tables = [
    table("参数", parameters),
    table("请求内容", rowsOf(contentSchema(operation["requestBody"]))),
    table("返回数据", rowsOf((data["items"] ?? data) as JsonSchema)),
  ].join("");
  const often = rate ? `　频率：每分钟 ${escape(rate)} 次` : "";
  return `<details id="${escape(operation["operationId"])}"><summary>${summary}</summary>
<p>权限：${escape(who(operation))}　超时：${Number(operation["x-timeout-ms"]) / 1000} 秒${often}</p>
${tables}</details>`;
}

export function openApiPage(document: OpenApiDocument, nonce: string): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const group = String((operation["tags"] as string[])[0]);
      groups.set(group, [...(groups.get(group) ?? []), operationHtml(path, method, operation)]);
    }
  }
  const sections = [...groups].map(([group, operations]) => `<h2>/${escape(group)}</h2>${operations.join("")}`);
  const intro = [
    "<h1>联台接口文档</h1>",
    `<p>版本 ${escape(document.info.version)}。返回统一为 {code, msg, data}，code 为 1 表示成功。`,
    '<a href="/openapi.json">OpenAPI 3.1 文档</a></p>',
  ];
  return [
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>联台接口文档</title><style nonce="${escape(nonce)}">${style}</style></head>`,
    `<body>${intro.join("")}${sections.join("")}</body></html>`,
  ].join("");
}
