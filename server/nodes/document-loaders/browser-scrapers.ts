import { defineNode } from '#server/engine/define-node.ts'
import { metadata, omitMetadataKeys, textSplitter } from './document-source.ts'
import { pageInputs, pageOutputs } from './page-inputs.ts'

type Named = {
  name: string
  label: string
  /** Options of older flows, without effect. */
  waits: readonly { label: string; name: string }[]
}

const more = { optional: true, additionalParams: true } as const

/** A browser in Flowise. Here pages are fetched without running scripts. */
function browserScraper({ waits, ...named }: Named) {
  return defineNode({
    ...named,
    version: 2,
    category: 'Document Loaders',
    description: 'Loads web pages without running their scripts.',
    icon: 'document',
    baseClasses: ['Document'],

    inputs: {
      ...pageInputs,
      waitUntilGoToOption: {
        label: 'Wait Until',
        type: 'options',
        description: 'Legacy setting, no effect.',
        options: waits,
        ...more,
      },
      waitForSelector: {
        label: 'Wait for selector to load',
        type: 'string',
        description: 'Legacy setting, no effect.',
        ...more,
      },
      cssSelector: {
        label: 'CSS Selector (Optional)',
        type: 'string',
        description: 'Read only this part of each page.',
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

const commonWaits = [
  { label: 'Load', name: 'load' },
  { label: 'DOM Content Loaded', name: 'domcontentloaded' },
]

export const playwrightWebScraper = browserScraper({
  name: 'playwrightWebScraper',
  label: 'Playwright Web Scraper',
  waits: [
    ...commonWaits,
    { label: 'Network Idle', name: 'networkidle' },
    { label: 'Commit', name: 'commit' },
  ],
})

export const puppeteerWebScraper = browserScraper({
  name: 'puppeteerWebScraper',
  label: 'Puppeteer Web Scraper',
  waits: [
    ...commonWaits,
    { label: 'Network Idle 0', name: 'networkidle0' },
    { label: 'Network Idle 2', name: 'networkidle2' },
  ],
})
