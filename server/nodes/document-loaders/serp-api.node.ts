import { serpApi as serpApiCredential } from '#server/credentials/serp-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { askService } from './ask-service.ts'
import {
  freshFor,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { query, toDocuments } from './search-loader.ts'

type Call = LoaderCall & {
  inputs: { readonly query: string }
  credential: { readonly serpApiKey: string }
  ports: LoaderPorts
}

export const serpApi = defineNode({
  name: 'serpApi',
  label: 'SerpApi For Web Search',
  version: 2,
  category: 'Document Loaders',
  description: 'Takes what Google finds, through SerpApi, for documents. Asked anew once a day.',
  icon: 'search',
  baseClasses: ['Document'],
  credential: serpApiCredential,

  inputs: { query, textSplitter, metadata, omitMetadataKeys },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports } = call
    return makeSource(call, {
      key: JSON.stringify(['serpApi', inputs.query, freshFor(24)]),
      async load() {
        const service = { name: 'SerpApi', fetch: ports.fetch, headers: {} }
        const asked = { engine: 'google', api_key: credential.serpApiKey, q: inputs.query }
        const found = await askService(service, 'https://serpapi.com/search.json', { query: asked })
        return toDocuments(found.organic_results, { text: 'snippet', link: 'link', title: 'title' })
      },
    })
  }),
})
