import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
} from './document-source.ts'
import type { readNotionPage } from './read-notion.ts'

type Call<Inputs> = LoaderCall & {
  inputs: Inputs
  credential: { readonly notionIntegrationToken: string }
  ports: LoaderPorts
}

/** Documents are reloaded once a day. */
export function notionOutputs<Inputs>(
  kind: string,
  idOf: (inputs: Inputs) => string,
  read: typeof readNotionPage,
) {
  return loaderOutputs((call: Call<Inputs>) => {
    const id = idOf(call.inputs)
    const { credential, ports } = call
    return makeSource(call, {
      key: JSON.stringify([kind, id, currentPeriod(24)]),
      load: () =>
        read(id, { token: credential.notionIntegrationToken, fetch: ports.fetch, signal: call.signal }),
    })
  })
}
