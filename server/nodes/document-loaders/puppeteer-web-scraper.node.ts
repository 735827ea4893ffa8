import { defineNode } from '#server/engine/define-node.ts'
import { browserInputs, pageInputs, pageOutputs } from './page-inputs.ts'

export const puppeteerWebScraper = defineNode({
  name: 'puppeteerWebScraper',
  label: 'Puppeteer Web Scraper',
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
      options: [
        { label: 'Load', name: 'load' },
        { label: 'DOM Content Loaded', name: 'domcontentloaded' },
        { label: 'Network Idle 0', name: 'networkidle0' },
        { label: 'Network Idle 2', name: 'networkidle2' },
      ],
      optional: true,
      additionalParams: true,
    },
    ...browserInputs,
  },

  outputs: pageOutputs,
})
