import { Parser } from 'htmlparser2'
import { z } from 'zod'
import { type FormFile, isPicture, shownFile } from '../channels/read-form.ts'

const MAX_TEXT = 4_096
const MAX_CAPTION = 1_024
const MEGABYTE = 1_048_576
const fileFields = { sendPhoto: 'photo', sendAudio: 'audio', sendDocument: 'document' } as const
const tags: ReadonlySet<string> = new Set(['b', 'i', 's', 'u', 'code', 'pre', 'a', 'blockquote'])

/** Fields of a form are texts: numbers and JSON in them are read. */
const number = z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int())
const markup = z.preprocess(
  (value) => (typeof value === 'string' ? JSON.parse(value) : value),
  z.object({
    inline_keyboard: z.array(
      z.array(
        z.object({
          text: z.string().min(1),
          callback_data: z.string().refine((data) => data !== '' && Buffer.byteLength(data) <= 64),
        }),
      ),
    ),
  }),
)
const common = {
  chat_id: number,
  parse_mode: z.literal('HTML').optional(),
  message_thread_id: number.optional(),
  reply_markup: markup.optional(),
}
const textSchema = z.object({ ...common, text: z.string() })
const fileSchema = z.object({ ...common, caption: z.string().optional() })

export type TakenMessage = {
  method: string
  chat_id: number
  text: string
  parse_mode?: string | undefined
  message_thread_id?: number | undefined
  file?: ReturnType<typeof shownFile>
  buttons?: { text: string; data: string }[]
}

/** Throws Rejection with Telegram's words. */
export function takeText(body: unknown): TakenMessage {
  const { reply_markup, ...message } = read(textSchema, body)
  const shown = message.parse_mode ? parseEntities(message.text) : message.text
  if (shown.trim() === '') {
    reject('Bad Request: message text is empty')
  }
  if (shown.length > MAX_TEXT) {
    reject('Bad Request: message is too long')
  }
  return { method: 'sendMessage', ...message, ...buttonsOf(reply_markup) }
}

export const isFileMethod = (method: string): method is keyof typeof fileFields => method in fileFields

/** Throws Rejection with Telegram's words. */
export function takeFile(
  method: keyof typeof fileFields,
  body: unknown,
  file: FormFile | undefined,
): TakenMessage {
  const { reply_markup, caption = '', ...message } = read(fileSchema, body)
  if (file?.field !== fileFields[method] || file.bytes.length === 0) {
    return reject(`Bad Request: there is no ${fileFields[method]} in the request`)
  }
  if (file.bytes.length > (method === 'sendPhoto' ? 10 : 50) * MEGABYTE) {
    reject('Request Entity Too Large')
  }
  if (method === 'sendPhoto' && !isPicture(file.bytes)) {
    reject('Bad Request: IMAGE_PROCESS_FAILED')
  }
  if ((message.parse_mode ? parseEntities(caption) : caption).length > MAX_CAPTION) {
    reject('Bad Request: message caption is too long')
  }
  return { method, ...message, text: caption, file: shownFile(file), ...buttonsOf(reply_markup) }
}

function buttonsOf(keyboard: z.output<typeof markup> | undefined) {
  const rows = keyboard?.inline_keyboard.flat() ?? []
  return rows.length === 0 ? {} : { buttons: rows.map(({ text, callback_data: data }) => ({ text, data })) }
}

export class Rejection extends Error {}

export function reject(message: string): never {
  throw new Rejection(message)
}

export function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  return parsed.success
    ? parsed.data
    : reject(`Bad Request: ${parsed.error.issues[0]?.path.join('.')} is invalid`)
}

/** The text without its tags. */
function parseEntities(html: string): string {
  let text = ''
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(
          tags.has(name)
            ? name
            : reject(`Bad Request: can't parse entities: unsupported start tag "${name}"`),
        )
      },
      onclosetag(name, isImplied) {
        if (isImplied || open.pop() !== name) {
          reject(`Bad Request: can't parse entities: can't find end tag of "${name}"`)
        }
      },
      ontext(piece) {
        text += piece
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return text
}
