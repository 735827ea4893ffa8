import type { Document } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { asList, type Found } from '#server/nodes/tools/search/search-json.ts'
import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
} from './document-source.ts'

export const query = {
  label: 'Query',
  type: 'string',
  description: 'Search query.',
} as const

export function toDocuments(
  found: Json | undefined,
  names: { text: string; link: string; title: string },
): Document[] {
  return asList(found).flatMap((row: Found) => {
    const text = row[names.text]
    const { [names.link]: link, [names.title]: title } = row
    return typeof text === 'string' && text.trim() !== ''
      ? [
          {
            pageContent: text,
            metadata: {
              source: typeof link === 'string' ? link : '',
              title: typeof title === 'string' ? title : '',
            },
          },
        ]
      : []
  })
}

type Call<Inputs, Credential> = LoaderCall & { inputs: Inputs; credential: Credential; ports: LoaderPorts }

type Reach = { fetch: typeof globalThis.fetch; signal: AbortSignal }

/** Results are reloaded once a day. */
export function searchOutputs<Inputs, Credential, ReceivedRequest extends Json>(
  kind: string,
  of: (inputs: Inputs) => ReceivedRequest,
  find: (requested: ReceivedRequest, credential: Credential, reach: Reach) => Promise<Document[]>,
) {
  return loaderOutputs((call: Call<Inputs, Credential>) => {
    const requested = of(call.inputs)
    return makeSource(call, {
      key: JSON.stringify([kind, requested, currentPeriod(24)]),
      load: () => find(requested, call.credential, { fetch: call.ports.fetch, signal: call.signal }),
    })
  })
}
