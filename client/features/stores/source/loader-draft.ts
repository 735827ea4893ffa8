import type { z } from 'zod'
import { CREDENTIAL, type Values } from '#client/components/node-form/node-values.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { type loaderInput, MAX_MIN_CHUNK_CHARS, type StoreLoader } from '#shared/stores.ts'
import { defaultSplitter, takesSplitter } from './loader-choice.ts'

/** Settings of a source as its form edits them. */
export type SourceForm = {
  loaderName: string
  values: Values
  splitter: string
  splitterValues: Values
  /** Characters, as typed. */
  minChunkChars: string
  shown: number
}

export type LoaderDraft = z.input<typeof loaderInput>

const SHOWN = 20

export function formOf(loader: NodeTemplate, source: StoreLoader | undefined): SourceForm {
  if (source) {
    const { loaderName, loaderConfig, credential, splitterId, splitterConfig } = source
    return {
      ...{ loaderName, splitter: splitterId, splitterValues: splitterConfig, shown: SHOWN },
      minChunkChars: String(source.minChunkChars),
      values: { ...loaderConfig, ...(credential && { [CREDENTIAL]: credential }) },
    }
  }
  const { splitterId, splitterConfig } = defaultSplitter
  return {
    loaderName: loader.label,
    values: {},
    ...(takesSplitter(loader)
      ? { splitter: splitterId, splitterValues: splitterConfig }
      : { splitter: '', splitterValues: {} }),
    minChunkChars: '0',
    shown: SHOWN,
  }
}

type Chosen = {
  storeId: string
  loader: NodeTemplate
  splitter: NodeTemplate | undefined
  sourceId?: string | undefined
}

/** The settings as the server takes them. */
export function draftOf(form: SourceForm, { storeId, loader, splitter, sourceId }: Chosen): LoaderDraft {
  const { [CREDENTIAL]: credential, ...values } = form.values
  return {
    ...{ storeId, loaderId: loader.name, loaderName: form.loaderName.trim() || loader.label },
    ...(sourceId !== undefined && { id: sourceId }),
    loaderConfig: values as NonNullable<LoaderDraft['loaderConfig']>,
    splitterId: splitter?.name ?? null,
    splitterName: splitter?.label ?? null,
    splitterConfig: (splitter ? form.splitterValues : {}) as NonNullable<LoaderDraft['splitterConfig']>,
    minChunkChars: readMinChunkChars(form),
    credential: typeof credential === 'string' && credential !== '' ? credential : null,
    previewChunkCount: form.shown,
  }
}

function readMinChunkChars({ minChunkChars }: Pick<SourceForm, 'minChunkChars'>): number {
  const count = Math.trunc(Number(minChunkChars))
  return count > 0 ? Math.min(count, MAX_MIN_CHUNK_CHARS) : 0
}
