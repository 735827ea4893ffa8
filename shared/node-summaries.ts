import type { z } from 'zod'
import { type NodeTemplate, paramTypes, type TemplateInput, type TemplateOutput } from './nodes.ts'
import type { packedSummariesSchema } from './packed-summaries.ts'

export type NodeSummary = Pick<
  NodeTemplate,
  'name' | 'label' | 'version' | 'category' | 'baseClasses' | 'tags' | 'description' | 'icon' | 'badge'
> & {
  /** In a summary only those with a port. */
  inputs: readonly Pick<TemplateInput, 'name' | 'type' | 'list' | 'acceptVariable'>[]
  outputs: readonly Pick<TemplateOutput, 'name' | 'baseClasses'>[]
  credential?: { credentialNames: readonly string[]; optional?: boolean }
}

/** Maximum of full templates per call of `nodes.templates`. */
export const maxTemplates = 100
/** Suffix of an input that accepts several links. */
const listMark = '*'

export type PackedSummaries = z.infer<typeof packedSummariesSchema>

export function packSummaries(templates: readonly NodeTemplate[]): PackedSummaries {
  const categories = [...new Set(templates.map(({ category }) => category))]
  const rows = templates.map(({ inputs, outputs, credential, ...card }): PackedSummaries['rows'][number] => [
    card.name,
    card.label,
    card.version,
    categories.indexOf(card.category),
    [...card.baseClasses],
    card.description,
    card.icon,
    inputs.filter(hasPort).map(({ name, type, list }) => `${name}-${type}${list ? listMark : ''}`),
    outputs.map(({ name, baseClasses }) => `${name}-${baseClasses.join('|')}`),
    [...card.tags],
    card.badge ?? '',
    [...(credential?.credentialNames ?? [])],
    credential?.optional ?? false,
  ])
  return { categories, rows }
}

export function unpackSummaries({ categories, rows }: PackedSummaries): NodeSummary[] {
  return rows.map(
    ([
      name,
      label,
      version,
      category,
      baseClasses,
      description,
      icon,
      takes,
      gives,
      tags,
      badge,
      ...rest
    ]) => {
      const [credentialNames, optional] = rest
      return {
        name,
        label,
        version,
        category: categories[category] ?? '',
        baseClasses,
        description,
        icon,
        inputs: takes.map(readInput),
        outputs: gives.map(readOutput),
        tags,
        ...(badge && { badge }),
        ...(credentialNames.length > 0 && { credential: { credentialNames, optional } }),
      }
    },
  )
}

/** An entry has the form of a handle id's end: `model-BaseChatModel`. */
function readInput(entry: string): NodeSummary['inputs'][number] {
  const [name = '', type = ''] = split(entry)
  const isList = type.endsWith(listMark)
  const plain = isList ? type.slice(0, -listMark.length) : type
  // A field has a port only if it accepts variables.
  return {
    name,
    type: plain,
    ...(isList && { list: true }),
    ...(paramTypes.has(plain) && { acceptVariable: true }),
  }
}

/** `retriever-Faiss|BaseRetriever`. */
function readOutput(entry: string): NodeSummary['outputs'][number] {
  const [name = '', classes = ''] = split(entry)
  return { name, baseClasses: classes.split('|') }
}

function split(entry: string): [string, string] {
  const at = entry.indexOf('-')
  return [entry.slice(0, at), entry.slice(at + 1)]
}

export function hasPort({ type, acceptVariable }: Pick<TemplateInput, 'type' | 'acceptVariable'>) {
  return !paramTypes.has(type) || acceptVariable === true
}
