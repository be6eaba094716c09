/** The OpenAPI 3.1 document of every contract. */
import { timeouts, type Endpoint, type Permission } from "@liantai/api/contract";
import { toJsonSchema, type JsonSchema } from "./schema.ts";

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: JsonSchema;
}

const openPath = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

function parameters(endpoint: Endpoint): JsonSchema[] {
  return (["params", "query"] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const { properties = {}, required = [] } = toJsonSchema(schema) as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, value]) => ({
      name,
      in: part === "params" ? "path" : "query",
      required: part === "params" || required.includes(name),
      schema: value,
    }));
  });
}

function success(endpoint: Endpoint): JsonSchema {
  if (endpoint.produces === "binary")
    return { description: "The file; a JSON envelope when it is refused", content: { "application/octet-stream": {} } };
  const data = endpoint.reply ? toJsonSchema(endpoint.reply) : { type: "null" };
  const schema = {
    type: "object",
    required: ["code", "msg", "data"],
    properties: { code: { type: "integer", description: "1: success" }, msg: { type: "string" }, data },
  };
  return {
    description: "Envelope; a code other than 1 is a refusal whose msg says why",
    content: { "application/json": { schema } },
  };
}

const security: Readonly<Record<Permission["kind"], readonly JsonSchema[]>> = {
  public: [],
  client: [{ client: [] }],
  session: [{ session: [] }],
  publishKey: [{ publishKey: [] }],
  roles: [{ session: [] }],
};

function permission(endpoint: Endpoint): JsonSchema {
  const { permission: needs } = endpoint;
  if (needs.kind !== "roles") return {};
  return {
    "x-roles": needs.roles,
    ...(needs.button ? { "x-button": needs.button } : {}),
    ...(needs.operate ? { "x-operate": needs.operate } : {}),
  };
}

function requestBody(endpoint: Endpoint): JsonSchema {
  if (!endpoint.body) return {};
  const type =
    endpoint.encoding === "form"
      ? "application/x-www-form-urlencoded"
      : endpoint.encoding === "multipart"
        ? "multipart/form-data"
        : "application/json";
  return { requestBody: { required: true, content: { [type]: { schema: toJsonSchema(endpoint.body) } } } };
}

function operation(endpoint: Endpoint): JsonSchema {
  const given = parameters(endpoint);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[1] ?? ""],
    security: security[endpoint.permission.kind],
    ...permission(endpoint),
    "x-timeout-ms": endpoint.timeoutMs ?? timeouts.normal,
    ...(endpoint.ratePerMinute ? { "x-rate-per-minute": endpoint.ratePerMinute } : {}),
    ...(given.length > 0 ? { parameters: given } : {}),
    ...requestBody(endpoint),
    responses: {
      200: success(endpoint),
      default: {
        description: "Envelope of the error catalogue",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
  };
}

export function openApiDocument(endpoints: readonly Endpoint[], version: string): OpenApiDocument {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints)
    (paths[openPath(endpoint.path)] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  return {
    openapi: "3.1.0",
    info: {
      title: "Liantai",
      version,
      description: "Every reply is an envelope {code, msg, data}; 1 is success. Dates travel as yyyy-MM-dd HH:mm:ss.",
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer" },
        client: { type: "http", scheme: "basic" },
        publishKey: { type: "http", scheme: "bearer" },
      },
      schemas: {
        Failure: {
          type: "object",
          required: ["code", "msg", "data"],
          properties: { code: { type: "integer" }, msg: { type: "string" }, data: {} },
        },
      },
    },
  };
}
