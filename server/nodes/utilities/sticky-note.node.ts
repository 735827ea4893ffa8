import { defineNode } from '#server/engine/define-node.ts'

export const stickyNote = defineNode({
  name: 'stickyNote',
  label: 'Sticky Note',
  version: 2,
  category: 'Utilities',
  description: 'A note on the canvas. It does not run.',
  icon: 'note',
  baseClasses: ['StickyNote'],
  tags: ['Utilities'],

  inputs: {
    note: { label: '', type: 'string', rows: 1, placeholder: 'Write something here', optional: true },
  },
})
