import { airtableApi } from '#server/credentials/airtable-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { type AirtableTable, airtableInputs, readAirtable } from './read-airtable.ts'

type Call = LoaderCall & {
  inputs: AirtableTable
  credential: { readonly accessToken: string }
  ports: LoaderPorts
}

export const airtable = defineNode({
  name: 'airtable',
  label: 'Airtable',
  version: 3.02,
  category: 'Document Loaders',
  description: 'Reads the records of an Airtable table. Each record becomes a document. Refreshed hourly.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: airtableApi,

  inputs: {
    textSplitter,
    ...airtableInputs,
    viewId: {
      label: 'View ID',
      type: 'string',
      placeholder: 'viw9UrP77Id0CE4ee',
      description: 'Read only the records of this view, in its order. The ID is in the view’s URL.',
      optional: true,
    },
    fields: {
      label: 'Include Only Fields',
      type: 'string',
      placeholder: 'Name, Address, fld1u0qUz0SoOQ9Gg',
      description: 'Names or IDs, comma-separated. Empty: all.',
      optional: true,
      additionalParams: true,
    },
    filterByFormula: {
      label: 'Filter By Formula',
      type: 'string',
      placeholder: '{Status} = "Open"',
      description: 'Airtable formula that selects the records.',
      optional: true,
      additionalParams: true,
    },
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports } = call
    const { baseId, tableId, viewId, fields, filterByFormula, returnAll, limit } = inputs
    const place = [baseId, tableId, viewId, fields, filterByFormula, returnAll, limit]
    return makeSource(call, {
      key: JSON.stringify(['airtable', ...place, currentPeriod(1)]),
      async load() {
        const records = await readAirtable(inputs, {
          token: credential.accessToken,
          fetch: ports.fetch,
          signal: call.signal,
        })
        return records.map(({ id, fields: values }) => ({
          pageContent: JSON.stringify(values, null, 2),
          metadata: { source: `https://airtable.com/${baseId}/${tableId}/${id}`, id },
        }))
      },
    })
  }),
})
