import type { NodeDefinition } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { idOfPart, type Part } from './component-flow.ts'
import type { ComponentLists } from './component-lists.ts'
import type { StoreSourceRow } from './stores.table.ts'

export type LoaderSettings = Pick<
  StoreSourceRow,
  'loaderId' | 'loaderConfig' | 'splitterId' | 'splitterConfig' | 'minChunkChars' | 'credential'
>

/** Links of a website that a preview reads, as in Flowise. */
const PREVIEW_LINKS = 3

/** The nodes that read a source. Throws INVALID_INPUT for nodes of another kind. */
export function partsOfSource(settings: LoaderSettings, lists: ComponentLists): Part[] {
  const { loaderId, loaderConfig, splitterId, splitterConfig, credential } = settings
  const loader = lists.requireKind(loaderId, 'loaders')
  const base = {
    id: idOfPart(loaderId),
    name: loaderId,
    config: loaderConfig,
    credential,
    output: 'document',
  }
  if (!splitterId) {
    return [base]
  }
  lists.requireKind(splitterId, 'splitters')
  const splitter = { id: idOfPart(splitterId), name: splitterId, config: splitterConfig }
  return [splitter, { ...base, connected: { [splitterInput(loader)]: splitter.id } }]
}

function splitterInput({ label, inputs }: NodeDefinition) {
  const [name] = Object.entries(inputs).find(([, { type }]) => type === 'TextSplitter') ?? []
  if (name === undefined) {
    throw new AppError('INVALID_INPUT', `${label} takes no text splitter.`)
  }
  return name
}

/** The same settings with fewer links to follow. */
export function forPreview(settings: LoaderSettings, { inputs }: NodeDefinition): LoaderSettings {
  const { loaderConfig } = settings
  if (!('relativeLinksMethod' in inputs)) {
    return settings
  }
  const { limit, selectedLinks } = loaderConfig
  const given = Number(limit)
  return {
    ...settings,
    loaderConfig: {
      ...loaderConfig,
      limit: given > 0 ? Math.min(given, PREVIEW_LINKS) : PREVIEW_LINKS,
      ...(Array.isArray(selectedLinks) && { selectedLinks: selectedLinks.slice(0, PREVIEW_LINKS) }),
    },
  }
}
