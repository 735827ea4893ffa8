import type { Button, ButtonRules, ChannelPort } from '#server/ports/channels.ts'
import type { Choices, PartFile, PartRow } from './channels.table.ts'

export type Content = { text: string; files: PartFile[]; choices?: Choices | undefined }
export type Piece = Pick<PartRow, 'text' | 'files' | 'choices'>

/**
 * The pieces in which a platform receives a message. Files follow the text, or a short text is the caption of the first.
 * Choices come last, so that nothing stands below them.
 */
export function layOut(
  port: Pick<ChannelPort, 'split' | 'files' | 'buttons'>,
  { choices: offered, ...content }: Content,
): Piece[] {
  const { text, choices } = offer(port.buttons, content.text, offered)
  const texts = port.split(text)
  if (port.files.isTogether) {
    return together(texts, content.files)
  }
  const files = content.files.map((file) => pieceOf('', [file]))
  if (choices) {
    return [...files, ...withButtons(texts, choices, port.buttons?.maxText ?? 0)]
  }
  const [first, ...others] = content.files
  const [caption, ...rest] = texts
  const isCaption =
    first && caption && rest.length === 0 && caption.length <= port.files.maxCaption(first.mime)
  return isCaption
    ? [pieceOf(caption, [first]), ...others.map((file) => pieceOf('', [file]))]
    : [...texts.map((piece) => pieceOf(piece)), ...files]
}

function together(texts: readonly string[], files: PartFile[]): Piece[] {
  const last = texts.at(-1) ?? ''
  return last === '' && files.length === 0
    ? []
    : [...texts.slice(0, -1).map((text) => pieceOf(text)), pieceOf(last, files)]
}

function withButtons(texts: readonly string[], choices: Choices, maxText: number): Piece[] {
  const last = texts.at(-1) ?? ''
  // A longer text cannot stand above the buttons, and none may be missing there.
  const [before, above] =
    last !== '' && last.length <= maxText ? [texts.slice(0, -1), last] : [texts, numbered(choices.labels)]
  return [...before.map((text) => pieceOf(text)), { text: above, files: null, choices }]
}

function pieceOf(text: string, files: PartFile[] = []): Piece {
  return { text, files: files.length > 0 ? files : null, choices: null }
}

/**
 * What a platform cannot show as buttons is numbered in the text. Next questions are suggestions: those too many are left
 * out, and none are written where nothing can be pressed.
 */
function offer(rules: ButtonRules | undefined, text: string, choices: Choices | undefined) {
  if (!choices || (choices.kind === 'prompt' && !rules)) {
    return { text }
  }
  const { kind, labels } = choices
  const withNumbers = `${text}\n\n${numbered(labels)}`.trim()
  if (!rules || (kind === 'wait' && labels.length > rules.max)) {
    return { text: withNumbers }
  }
  const shown = { kind, labels: labels.slice(0, rules.max) }
  const isCut = shown.labels.some((label) => label.length > rules.maxTitle)
  const isNumbered = isCut || (kind === 'wait' && rules.isOptional)
  return { text: isNumbered ? `${text}\n\n${numbered(shown.labels)}`.trim() : text, choices: shown }
}

const numbered = (labels: readonly string[]) =>
  labels.map((label, index) => `${index + 1}. ${label}`).join('\n')

/** Longer labels begin with their number in the text. */
export function buttonsOf(
  { messageId, choices }: Pick<PartRow, 'messageId' | 'choices'>,
  rules: ButtonRules | undefined,
): Button[] {
  const { labels = [] } = choices ?? {}
  const { maxTitle = 0 } = rules ?? {}
  const isCut = labels.some((label) => label.length > maxTitle)
  return labels.map((label, index) => ({
    ...{ id: `${messageId}:${index}`, label },
    title: isCut ? shorten(`${index + 1}. ${label}`, maxTitle) : label,
  }))
}

/** The message and the number of the choice. Undefined for an id that is none of ours. */
export function readButtonId(id: string): { messageId: string; index: number } | undefined {
  const [, messageId, index] = /^([\w-]{1,100}):(\d{1,2})$/.exec(id) ?? []
  return messageId === undefined ? undefined : { messageId, index: Number(index) }
}

function shorten(text: string, max: number) {
  // Half of a surrogate pair is not a character.
  return text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
}
