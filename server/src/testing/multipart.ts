/** A multipart body as a browser sends it, for HTTP injection. */
export async function multipartPayload(
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly type: string; readonly payload: Buffer }> {
  const form = new FormData();
  for (const [key, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item instanceof Blob) form.append(key, item);
      else if (item !== undefined && item !== null) form.append(key, String(item));
    }
  }
  const request = new Response(form);
  return { type: request.headers.get("content-type") ?? "", payload: Buffer.from(await request.arrayBuffer()) };
}
