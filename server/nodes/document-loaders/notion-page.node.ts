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
  description:
    'Reads a page of Notion and the pages below it, each a document of its own. Read anew once a day.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: notionApi,

  inputs: {
    textSplitter,
    pageId: {
      label: 'Notion Page Id',
      type: 'string',
      description: 'The 32 letters and digits at the end of its address, or the address.',
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
