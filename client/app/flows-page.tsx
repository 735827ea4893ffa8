import { whenOpened } from '#client/components/on-demand.tsx'
import { FlowsScreen } from '#client/features/flows/flows-screen.tsx'
import type { TemplateType } from '#shared/templates.ts'
import { paths } from './paths.ts'
import { templatePaths } from './template-paths.ts'

const TemplatePicker = whenOpened(
  async () => (await import('#client/features/templates/template-picker.tsx')).TemplatePicker,
)

export const renderTemplates = (types: readonly TemplateType[]) => (onClose: () => void) => (
  <TemplatePicker types={types} paths={templatePaths} onClose={onClose} />
)

const renderChatTemplates = renderTemplates(['Chatflow'])

export function FlowsPage() {
  return <FlowsScreen paths={paths} renderTemplates={renderChatTemplates} />
}
