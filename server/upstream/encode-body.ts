/** The guarded fetch accepts only bytes, so a form is encoded by the platform. */
export async function encodeBody(body: FormData | Uint8Array | string | undefined) {
  if (!(body instanceof FormData)) {
    return { headers: {}, bytes: body as Uint8Array<ArrayBuffer> | string | undefined }
  }
  const encoded = new Response(body)
  const type = encoded.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type }, bytes: new Uint8Array(await encoded.arrayBuffer()) }
}
