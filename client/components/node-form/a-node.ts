import type { NodeTemplate } from '#shared/nodes.ts'

export function aNode(fields: Partial<NodeTemplate> & { name: string }): NodeTemplate {
  return {
    ...{ label: fields.name, version: 1, type: 'Document', category: 'Document Loaders' },
    ...{ baseClasses: [], tags: [], description: '', icon: 'file', inputs: [], outputs: [] },
    ...fields,
  }
}
