import type { Texts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import { typesOf } from '../graph/shape.ts'

type Port = { label: string; type: string }

/** A way out in words. A class name says less than the word for its kind. */
export function outputLabel(port: Port, kinds: Texts['common']['kinds']): { label: string; kind: string } {
  const types = typesOf(port)
  const kind = kindOf(types)
  const word = kind === 'any' ? '' : kinds[kind]
  return word !== '' && (types[0] === port.label || word === port.label)
    ? { label: word, kind: '' }
    : { label: port.label, kind: word }
}
