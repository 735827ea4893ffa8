import { notionApi } from '#server/credentials/notion-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { metadata, omitMetadataKeys, textSplitter } from './document-source.ts'
import { notionOutputs } from './notion-outputs.ts'
import { readNotionDatabase } from './read-notion.ts'

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

  outputs: notionOutputs(
    'notionDB',
    (inputs: { readonly databaseId: string }) => inputs.databaseId,
    readNotionDatabase,
  ),
})
