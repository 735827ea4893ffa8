import { z } from 'zod'
import { type FormFile, isPicture, shownFile } from '../channels/read-form.ts'

const MAX_TEXT = 4_096
const MEGABYTE = 1_048_576
const office = 'application/vnd.openxmlformats-officedocument'
/** Types that Meta takes, and the megabytes of each. */
const media: Readonly<Record<string, number>> = {
  ...{ 'image/jpeg': 5, 'image/png': 5, 'audio/aac': 16, 'audio/mp4': 16, 'audio/mpeg': 16, 'audio/amr': 16 },
  ...{ 'text/plain': 100, 'application/pdf': 100, 'video/mp4': 16 },
  [`${office}.wordprocessingml.document`]: 100,
  [`${office}.spreadsheetml.sheet`]: 100,
  [`${office}.presentationml.presentation`]: 100,
}

const id = z.string().min(1).max(256)
const body = z.object({ text: z.string().min(1).max(1_024) })
const to = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().optional(),
  recipient: z.string().optional(),
}
const captioned = z.strictObject({ id, caption: z.string().min(1).max(1_024).optional() })
const messageSchema = z.discriminatedUnion('type', [
  z.object({ ...to, type: z.literal('text'), text: z.object({ body: z.string().min(1).max(MAX_TEXT) }) }),
  z.object({ ...to, type: z.literal('image'), image: captioned }),
  z.object({ ...to, type: z.literal('audio'), audio: z.strictObject({ id }) }),
  z.object({
    ...to,
    type: z.literal('document'),
    document: captioned.extend({ filename: z.string().optional() }),
  }),
  z.object({
    ...to,
    type: z.literal('interactive'),
    interactive: z.discriminatedUnion('type', [
      z.object({
        ...{ type: z.literal('button'), body },
        action: z.object({
          buttons: z
            .array(
              z.object({
                type: z.literal('reply'),
                reply: z.object({ id, title: z.string().min(1).max(20) }),
              }),
            )
            .min(1)
            .max(3),
        }),
      }),
      z.object({
        ...{ type: z.literal('list'), body },
        action: z.object({
          button: z.string().min(1).max(20),
          sections: z
            .array(
              z.object({
                rows: z
                  .array(
                    z.object({
                      id,
                      title: z.string().min(1).max(24),
                      description: z.string().max(72).optional(),
                    }),
                  )
                  .min(1)
                  .max(10),
              }),
            )
            .length(1),
        }),
      }),
    ]),
  }),
])

export type TakenMessage = {
  text: string
  file?: ReturnType<typeof shownFile>
  buttons?: { id: string; title: string; description?: string | undefined; isRow: boolean }[]
}
type Media = { mime: string; bytes: Buffer; name: string }

/** `issue`: Meta's words for a message that is not valid. */
export function takeMessage(
  sent: unknown,
  findMedia: (id: string) => Media | undefined,
): { person: string; message: TakenMessage } | { issue: string } {
  const { data, error } = messageSchema.safeParse(sent)
  if (!data || (data.to === undefined) === (data.recipient === undefined)) {
    return { issue: `Invalid parameter ${error?.issues[0]?.path.join('.') ?? ''}` }
  }
  const person = data.to ?? data.recipient ?? ''
  switch (data.type) {
    case 'text':
      return { person, message: { text: data.text.body } }
    case 'interactive':
      return { person, message: { text: data.interactive.body.text, buttons: buttonsOf(data.interactive) } }
    case 'image':
      return withMedia(person, data.image, findMedia)
    case 'audio':
      return withMedia(person, data.audio, findMedia)
    default:
      return withMedia(person, data.document, findMedia)
  }
}

type Shown = { id: string; caption?: string | undefined; filename?: string | undefined }

function withMedia(
  person: string,
  { id: mediaId, caption = '', filename }: Shown,
  find: (id: string) => Media | undefined,
) {
  const found = find(mediaId)
  return found
    ? { person, message: { text: caption, file: shownFile({ ...found, name: filename ?? found.name }) } }
    : { issue: 'Media ID is not valid' }
}

type Interactive = Extract<z.output<typeof messageSchema>, { type: 'interactive' }>['interactive']

function buttonsOf({ type, action }: Interactive) {
  return type === 'button'
    ? action.buttons.map(({ reply }) => ({ ...reply, isRow: false }))
    : action.sections.flatMap(({ rows }) => rows.map((row) => ({ ...row, isRow: true })))
}

const uploadSchema = z.object({ messaging_product: z.literal('whatsapp'), type: z.string() })

/** Meta's words for an upload that it does not take. */
export function uploadIssue(fields: unknown, file: FormFile | undefined): string | undefined {
  const { data } = uploadSchema.safeParse(fields)
  if (!data || file?.field !== 'file' || file.mime !== data.type) {
    return 'Invalid parameter'
  }
  const max = media[data.type]
  if (max === undefined) {
    return 'Param file must be a file with one of the following types'
  }
  const isBroken = data.type.startsWith('image/') && !isPicture(file.bytes)
  return isBroken || file.bytes.length > max * MEGABYTE ? 'Media upload error' : undefined
}
