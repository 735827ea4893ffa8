import type { Texts } from '#client/texts/texts.tsx'
import type { TemplateInput } from '#shared/nodes.ts'
import { namesOf, textOf } from '../fields/field-props.ts'
import { countKeys } from '../fields/json-field.tsx'
import { readRecords } from '../fields/rows.ts'
import { readFiles } from '../fields/stored-files.ts'
import { countTokens } from '../fields/text-field.tsx'

type Words = Texts['canvasFields']

/** What stands at the end of a field's name: how much is in it, or how far it goes. */
export function fieldNote(input: TemplateInput, value: unknown, words: Words): string {
  const { min, max, options = [] } = input
  switch (input.type) {
    case 'string':
      return input.rows && textOf(value) !== '' ? words.tokensShort(countTokens(textOf(value))) : ''
    case 'multiOptions':
      return words.chosenOf(namesOf(value).length, options.length)
    case 'datagrid':
      return words.rows(readRecords(value).length)
    case 'array':
      return words.items(readRecords(value).length)
    case 'json':
      return countKeys(textOf(value)) > 0 ? words.keys(countKeys(textOf(value))) : ''
    case 'file':
    case 'folder':
      return readFiles(value).length > 0 ? String(readFiles(value).length) : ''
    default:
      return min !== undefined && max !== undefined ? `${min} – ${max}` : ''
  }
}
