import type { TemplatePaths } from '#client/features/templates/use-template-dialog.tsx'
import { paths } from './paths.ts'

export const templatePaths: TemplatePaths = {
  flows: paths.home,
  tools: paths.app('tools'),
  gallery: paths.app('flow-templates'),
  template: paths.template,
  preview: paths.templatePreview,
  canvas: (id, type) => (type === 'CHATFLOW' ? paths.canvas(id) : paths.agentCanvas(id)),
}
