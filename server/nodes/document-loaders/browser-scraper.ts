import { defineNode } from '#server/engine/define-node.ts'
import { metadata, omitMetadataKeys, textSplitter } from './document-source.ts'
import { pageInputs, pageOutputs } from './page-inputs.ts'

type Named = {
  name: string
  label: string
  /** What its browser could wait for; kept for older flows. */
  waits: readonly { label: string; name: string }[]
}

const more = { optional: true, additionalParams: true } as const

/** A loader that drives a browser elsewhere, and reads pages as they are sent here. */
export function browserScraper({ waits, ...named }: Named) {
  return defineNode({
    ...named,
    version: 2,
    category: 'Document Loaders',
    description:
      'Reads web pages as they are sent: this server drives no browser, so what scripts would write into a page is not read.',
    icon: 'document',
    baseClasses: ['Document'],

    inputs: {
      ...pageInputs,
      waitUntilGoToOption: {
        label: 'Wait Until',
        type: 'options',
        description: 'Kept for older flows: pages are read as they are sent.',
        options: waits,
        ...more,
      },
      waitForSelector: {
        label: 'Wait for selector to load',
        type: 'string',
        description: 'Kept for older flows: pages are read as they are sent.',
        ...more,
      },
      cssSelector: {
        label: 'CSS Selector (Optional)',
        type: 'string',
        description: 'Read this part of each page alone.',
        placeholder: 'main article',
        ...more,
      },
      textSplitter,
      metadata,
      omitMetadataKeys,
    },

    outputs: pageOutputs,
  })
}
