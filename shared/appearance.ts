import { z } from 'zod'
import { FONT_SIZES, schemes } from './chat-look.ts'
import { line, reject, short } from './section-fields.ts'

export const colorPattern = /^#[0-9A-Fa-f]{6}$/
const color = z.string().regex(colorPattern, 'Enter a color such as #2A5BB8')

const colorsSchema = z.object({
  titleBar: color,
  titleText: color,
  page: color,
  pageText: color,
  visitor: color,
  visitorText: color,
  send: color,
  sendText: color,
})
export type ChatColors = z.infer<typeof colorsSchema>
export type ChatColor = keyof ChatColors

/** Empty texts fall back: the title to the name of the flow, the others to the interface's own. */
const textsSchema = z.object({
  title: line.max(120, { error: 'Use at most 120 characters' }),
  welcome: z.string().max(2_000, { error: 'Use at most 2,000 characters' }),
  placeholder: line.max(120, { error: 'Use at most 120 characters' }),
})
export type ChatTexts = z.infer<typeof textsSchema>

export const appearanceSchema = z
  .object({
    /** URL of an image; empty for the initials of the title. */
    avatar: short,
    texts: z.object({ en: textsSchema, tr: textsSchema }),
    /** `auto` follows the visitor's system. */
    scheme: z.enum(schemes),
    light: colorsSchema,
    /** Null: derived from the light colors. */
    dark: colorsSchema.nullable(),
    fontSize: z.int().min(FONT_SIZES.min).max(FONT_SIZES.max),
    showSources: z.boolean(),
    showTools: z.boolean(),
    /** Nothing is stored on the visitor's device. */
    newChatPerVisit: z.boolean(),
  })
  .superRefine(({ avatar }, context) => {
    if (avatar !== '' && !isImageUrl(avatar)) {
      reject(context, { path: ['avatar'], message: 'Enter an address that begins with https://' })
    }
  })
export type Appearance = z.infer<typeof appearanceSchema>

/** Local servers have no certificate. */
export function isImageUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost')
}
