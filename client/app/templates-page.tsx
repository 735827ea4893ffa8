import { Suspense } from 'react'
import { lazily } from '#client/components/on-demand.tsx'
import { TemplateScreen } from '#client/features/templates/template-screen.tsx'
import { TemplatesScreen } from '#client/features/templates/templates-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import { templatePaths } from './template-paths.ts'

// Loaded lazily: the canvas is heavy, and the page is shown first.
const TemplateGraph = lazily(async () => (await import('./template-graph.tsx')).TemplateGraph)

export function TemplatesPage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.menu.flowTemplates}>
      <TemplatesScreen paths={templatePaths} />
    </AdminOnly>
  )
}

export function TemplatePage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.menu.flowTemplates}>
      <TemplateScreen
        paths={templatePaths}
        renderGraph={({ flowData, name }) => (
          <Suspense fallback={null}>
            {flowData !== null && <TemplateGraph flowData={flowData} name={name} />}
          </Suspense>
        )}
      />
    </AdminOnly>
  )
}
