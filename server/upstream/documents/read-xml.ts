import { Parser } from 'htmlparser2'
import { limits, rejectTooDeep, rejectTooLarge, rejectUnreadable } from './limits.ts'

export type XmlHandler = {
  open(name: string, attributes: Record<string, string>): void
  text?: (text: string) => void
  close?: (name: string) => void
}

const ignore = () => undefined
const PORTION_BYTES = 256_000

/** Event-based parser for a part of an office file; builds no tree. Throws INVALID_INPUT or TOO_LARGE. */
export function readXml(
  bytes: Uint8Array,
  { open, text = ignore, close = ignore }: XmlHandler,
  /** EPUB files name a document type; the parser ignores what it declares. */
  { hasDoctype = false } = {},
) {
  let depth = 0
  let attributes = 0
  const parser = new Parser(
    {
      onopentagname() {
        depth += 1
        attributes = 0
        if (depth > limits.depth) {
          rejectTooDeep()
        }
      },
      onattribute() {
        attributes += 1
        if (attributes > limits.attributes) {
          rejectTooLarge(`it has an element with more than ${limits.attributes} attributes`)
        }
      },
      onopentag: open,
      ontext: text,
      onclosetag(name) {
        depth -= 1
        close(name)
      },
      // Only a document type can make XML expand while it is parsed, and office programs write none.
      onprocessinginstruction(name) {
        if (!hasDoctype && /^!(doctype|entity)/i.test(name)) {
          rejectUnreadable('it declares entities of its own, as no office program does')
        }
      },
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  for (let at = 0; at < bytes.length; at += PORTION_BYTES) {
    parser.write(decoder.decode(bytes.subarray(at, at + PORTION_BYTES), { stream: true }))
  }
  parser.end()
}
