import type { OutgoingFile } from '#server/ports/channels.ts'

const MEGABYTE = 1_048_576

/** A form with the bytes of a file, as platforms take uploads. Fields without a value are left out. */
export function fileForm(
  fields: Readonly<Record<string, string | undefined>>,
  field: string,
  { name, mime, bytes }: OutgoingFile,
): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) {
      form.append(key, value)
    }
  }
  form.append(field, new File([new Uint8Array(bytes)], name, { type: mime }))
  return form
}

export const megabytes = (count: number) => count * MEGABYTE
