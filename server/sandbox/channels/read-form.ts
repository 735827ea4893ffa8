import type { FastifyRequest } from 'fastify'

export type FormFile = { field: string; name: string; mime: string; bytes: Buffer }

/** The body of a call, JSON or a form with one file. The scope must have registered `@fastify/multipart`. */
export async function readForm(request: FastifyRequest): Promise<{ body: unknown; file?: FormFile }> {
  if (!request.isMultipart()) {
    return { body: request.body ?? {} }
  }
  const body: Record<string, unknown> = {}
  let file: FormFile | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const { fieldname: field, filename: name, mimetype: mime } = part
      file = { field, name, mime, bytes: await part.toBuffer() }
    } else {
      body[part.fieldname] = part.value
    }
  }
  return { body, ...(file && { file }) }
}

/** What tests see of it. */
export function shownFile({ name, mime, bytes }: Omit<FormFile, 'field'>) {
  return { name, mime, base64: bytes.toString('base64') }
}

/** Begins like a picture. */
export function isPicture(bytes: Buffer) {
  return /^(89504e47|ffd8ff|47494638|52494646)/.test(bytes.subarray(0, 4).toString('hex'))
}
