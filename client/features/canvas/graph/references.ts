import { referencedNode, referenceTo } from '#shared/flow-file.ts'
import type { TemplateInput } from '#shared/nodes.ts'

type Slot = Pick<TemplateInput, 'list' | 'acceptVariable'> | undefined

/** What an input holds once a node has been linked to it: one entry more, a longer text, or the reference alone. */
export function addReference(value: unknown, slot: Slot, source: string): unknown {
  const reference = referenceTo(source)
  if (slot?.list) {
    return [...listOf(value), reference]
  }
  return slot?.acceptVariable ? `${textOf(value)}${reference}` : reference
}

/**
 * What an input holds once the link is gone: a list loses the entry for the source, a text that takes variables loses the
 * reference, any other input becomes empty (specification §4).
 */
export function dropReference(value: unknown, slot: Slot, source: string): unknown {
  if (slot?.list || Array.isArray(value)) {
    return listOf(value).filter((entry) => referencedNode(entry) !== source)
  }
  return slot?.acceptVariable
    ? replaceReferences(textOf(value), (id) => (id === source ? '' : undefined))
    : ''
}

/**
 * A value whose references have been given other nodes, at any depth. `rename` answers with the new id, or undefined
 * where the link is to be blanked.
 */
export function renameReferences(value: unknown, rename: (id: string) => string | undefined): unknown {
  if (Array.isArray(value)) {
    return value
      .filter(
        (entry) => referencedNode(entry) === undefined || rename(String(referencedNode(entry))) !== undefined,
      )
      .map((entry) => renameReferences(entry, rename))
  }
  if (typeof value === 'string') {
    return replaceReferences(value, (id, whole) => {
      const renamed = rename(id)
      return renamed === undefined ? '' : whole.replace(id, renamed)
    })
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renameReferences(each, rename)]))
    : value
}

/** The nodes a value refers to. */
export function referencesIn(value: unknown): string[] {
  return [...JSON.stringify(value ?? '').matchAll(pattern)].map(([, id]) => String(id))
}

const pattern = /\{\{([^{}]+?)\.data\.instance(?:\.[^{}]*)?\}\}/g

/** `replace` answers undefined to leave a reference as it is. */
function replaceReferences(text: string, replace: (id: string, whole: string) => string | undefined): string {
  return text.replace(pattern, (whole: string, id: string) => replace(id, whole) ?? whole)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value)
    ? value
    : [value].filter((entry) => entry !== '' && entry !== undefined && entry !== null)
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
