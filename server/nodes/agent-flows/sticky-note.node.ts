import { defineNode } from '#server/engine/define-node.ts'

export const stickyNoteAgentflow = defineNode({
  name: 'stickyNoteAgentflow',
  label: 'Sticky Note',
  version: 1,
  category: 'Agent Flows',
  description: 'A note on the canvas. It does not run.',
  icon: 'note',
  baseClasses: ['StickyNote'],
  inputs: {
    note: { label: '', type: 'string', rows: 1, placeholder: 'Write something here', optional: true },
  },
})
