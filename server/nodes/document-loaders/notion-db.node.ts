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
    'Reads the rows of a Notion database. Each row becomes a document with its properties. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: notionApi,

  inputs: {
    textSplitter,
    databaseId: {
      label: 'Notion Database ID',
      type: 'string',
      description: 'The 32 characters before the question mark in the URL, or the whole URL.',
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
