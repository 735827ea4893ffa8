import { notionApi } from '#server/credentials/notion-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { metadata, omitMetadataKeys, textSplitter } from './document-source.ts'
import { notionOutputs } from './notion-outputs.ts'
import { readNotionPage } from './read-notion.ts'

export const notionPage = defineNode({
  name: 'notionPage',
  label: 'Notion Page',
  version: 2,
  category: 'Document Loaders',
  description: 'Reads a Notion page and its subpages. Each page becomes a document. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: notionApi,

  inputs: {
    textSplitter,
    pageId: {
      label: 'Notion Page ID',
      type: 'string',
      description: 'The 32 characters at the end of the URL, or the whole URL.',
    },
    metadata,
    omitMetadataKeys,
  },

  outputs: notionOutputs(
    'notionPage',
    (inputs: { readonly pageId: string }) => inputs.pageId,
    readNotionPage,
  ),
})
