import { z } from 'zod'
import { type NodeTemplate, paramTypes } from './nodes.ts'

/** What a list of node kinds shows and filters by. `nodes.get` has the rest of a kind. */
export type NodeSummary = Pick<
  NodeTemplate,
  'name' | 'label' | 'version' | 'category' | 'baseClasses' | 'tags' | 'description' | 'icon' | 'badge'
> & {
  /** Input ports as their handle ids end: `model-BaseChatModel`. */
  takes: readonly string[]
  /** Outputs as their handle ids end, where a node offers several: `retriever-Faiss|BaseRetriever`. */
  gives: readonly string[]
  credential?: { credentialNames: readonly string[]; optional?: boolean }
}

const texts = z.array(z.string())

/** One row for each kind, without the names of its fields: these would be a quarter of the response. */
const rowSchema = z.tuple([
  z.string().describe('name'),
  z.string().describe('label'),
  z.number().describe('version'),
  z.number().describe('index of the category'),
  texts.describe('base classes'),
  z.string().describe('description'),
  z.string().describe('icon'),
  texts.describe('input ports'),
  texts.describe('outputs'),
  texts.describe('tags'),
  z.string().describe('badge, or empty'),
  texts.describe('credential kinds'),
  z.boolean().describe('whether the credential is optional'),
])

export const packedSummariesSchema = z.object({ categories: texts, rows: z.array(rowSchema) })
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
    inputs.filter(hasPort).map(({ name, type }) => `${name}-${type}`),
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
        takes,
        gives,
        tags,
        ...(badge && { badge }),
        ...(credentialNames.length > 0 && { credential: { credentialNames, optional } }),
      }
    },
  )
}

function hasPort({ type, acceptVariable }: NodeTemplate['inputs'][number]) {
  return !paramTypes.has(type) || acceptVariable === true
}
