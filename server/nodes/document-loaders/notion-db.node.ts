import { notionApi } from '#server/credentials/notion-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
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
import { readNotionDatabase } from './read-notion.ts'

type Call = LoaderCall & {
  inputs: { readonly databaseId: string }
  credential: { readonly notionIntegrationToken: string }
  ports: LoaderPorts
}

export const notionDB = defineNode({
  name: 'notionDB',
  label: 'Notion Database',
  version: 2,
  category: 'Document Loaders',
  description:
    'Reads the rows of a database in Notion, each a document with its properties. Read anew once a day.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: notionApi,

  inputs: {
    textSplitter,
    databaseId: {
      label: 'Notion Database Id',
      type: 'string',
      description: 'The 32 letters and digits before the question mark of its address, or the address.',
    },
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports } = call
    return makeSource(call, {
      key: JSON.stringify(['notionDB', inputs.databaseId, freshFor(24)]),
      load: () =>
        readNotionDatabase(inputs.databaseId, {
          token: credential.notionIntegrationToken,
          fetch: ports.fetch,
        }),
    })
  }),
})
