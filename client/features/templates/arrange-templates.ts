import { matches } from '#client/components/fold-text.ts'
import type { TemplateSummary, TemplateType } from '#shared/templates.ts'

export const templateSorts = ['listed', 'popular', 'newest', 'cheapest', 'smallest', 'name'] as const
type TemplateSort = (typeof templateSorts)[number]

export type TemplateFilter = {
  source: TemplateSummary['source']
  query: string
  type: TemplateType | ''
  usecase: string
  ready: boolean
  sort: TemplateSort
}

export function isReady({ needs }: TemplateSummary): boolean {
  return needs.missing.length === 0 && needs.credentials.every(({ ready }) => ready)
}

/** Applies filter and sort order. The default order is the server's. */
export function arrangeTemplates(
  all: readonly TemplateSummary[],
  { source, query, type, usecase, ready, sort }: TemplateFilter,
  language: string,
): TemplateSummary[] {
  const left = all.filter(
    (template) =>
      template.source === source &&
      (type === '' || template.type === type) &&
      (usecase === '' || template.usecases.includes(usecase)) &&
      (!ready || isReady(template)) &&
      matches([template.name, template.description, ...template.usecases].join(' '), query),
  )
  const orders: Record<TemplateSort, (a: TemplateSummary, b: TemplateSummary) => number> = {
    listed: () => 0,
    popular: (a, b) => Number(b.badge === 'POPULAR') - Number(a.badge === 'POPULAR'),
    cheapest: (a, b) => costOf(a) - costOf(b),
    name: (a, b) => a.name.localeCompare(b.name, language),
    smallest: (a, b) => a.nodeCount - b.nodeCount,
    newest: (a, b) => (b.createdDate ?? '').localeCompare(a.createdDate ?? ''),
  }
  return left.toSorted(orders[sort])
}

function costOf({ typicalMicro }: TemplateSummary) {
  return typicalMicro ?? Number.MAX_SAFE_INTEGER
}

const MAX_SIMILAR = 3

export function findSimilar(
  all: readonly TemplateSummary[],
  { id, usecases }: Pick<TemplateSummary, 'id' | 'usecases'>,
): TemplateSummary[] {
  const shared = (template: TemplateSummary) =>
    template.usecases.filter((each) => usecases.includes(each)).length
  return all
    .filter((template) => template.id !== id && shared(template) > 0)
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, MAX_SIMILAR)
}
