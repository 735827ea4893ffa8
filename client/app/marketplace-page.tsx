import './marketplace.css'
import { Button } from '@mui/joy'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useIsAdmin } from '#client/api/use-session.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { UseTemplateDialog } from '#client/features/templates/use-template-dialog.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Template } from '#shared/templates.ts'
import { TemplateGraph } from './template-graph.tsx'
import { templatePaths } from './template-paths.ts'

export function MarketplacePage() {
  const { templates: texts } = useTexts()
  const [language] = useLanguage()
  const { id = '' } = useParams()
  const template = trpc.templates.get.useQuery({ id, language })
  return (
    <div className="marketplace stack backdrop-body">
      <AsyncView query={template} errorTitle={texts.openFailed}>
        {(complete) => <Preview key={complete.id} template={complete} />}
      </AsyncView>
    </div>
  )
}

function Preview({ template }: { template: Template }) {
  const { templates: texts, canvas } = useTexts()
  const [isUsing, setUsing] = useState(false)
  const { id, name, needs, flowData } = template
  const isAdmin = useIsAdmin()
  return (
    <>
      <header className="marketplace-head row wraps rigid surface line-below gap-8-12">
        <Link
          to={isAdmin ? templatePaths.template(id) : templatePaths.flows}
          aria-label={canvas.back}
          className="marketplace-back centered text-secondary"
        >
          <ChevronLeft size={18} />
        </Link>
        <h1>{name}</h1>
        <span className="marketplace-mark text-12 line-18 text-secondary outlined round-xs pad-0-6">
          {texts.readOnly}
        </span>
        {needs.missing.length > 0 && (
          <p className="marketplace-missing text-13 line-18 text-danger">
            {texts.missingNodes(needs.missing.join(', '))}
          </p>
        )}
        <Button onClick={() => setUsing(true)}>{texts.use}</Button>
      </header>
      <main>{flowData !== null && <TemplateGraph flowData={flowData} name={name} />}</main>
      {isUsing && (
        <UseTemplateDialog template={template} paths={templatePaths} onClose={() => setUsing(false)} />
      )}
    </>
  )
}
