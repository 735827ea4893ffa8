import './templates.css'
import './template-picker.css'
import { Button } from '@mui/joy'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { NoMatch } from '#client/components/list-frame.tsx'
import { ListToolbar } from '#client/components/list-toolbar.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { TemplateSummary, TemplateType } from '#shared/templates.ts'
import { arrangeTemplates } from './arrange-templates.ts'
import { NeedsChips } from './needs-chips.tsx'
import { TemplateSkeletons } from './template-skeletons.tsx'
import { type TemplatePaths, UseTemplateDialog } from './use-template-dialog.tsx'

type Props = { types: readonly TemplateType[]; paths: TemplatePaths; onClose: () => void }

/** Templates offered when creating a flow: open to every user, unlike the gallery. */
export function TemplatePicker({ types, paths, onClose }: Props) {
  const { flowList } = useTexts()
  const [language] = useLanguage()
  const gallery = trpc.templates.gallery.useQuery({ language })
  const [chosen, setChosen] = useState<TemplateSummary>()
  if (chosen) {
    return <UseTemplateDialog template={chosen} paths={paths} onClose={() => setChosen(undefined)} />
  }
  return (
    <Dialog title={flowList.templates.title} size="l" onClose={onClose}>
      <AsyncView query={gallery} errorTitle={flowList.templates.loadFailed} skeleton={<TemplateSkeletons />}>
        {(all) => (
          <Choice all={all.filter(({ type }) => types.includes(type))} paths={paths} onChoose={setChosen} />
        )}
      </AsyncView>
    </Dialog>
  )
}

type ChoiceProps = {
  all: readonly TemplateSummary[]
  paths: TemplatePaths
  onChoose: (template: TemplateSummary) => void
}

const unfiltered = { type: '', usecase: '', ready: false, sort: 'listed' } as const

function Choice({ all, paths, onChoose }: ChoiceProps) {
  const { flowList, templates: texts } = useTexts()
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const deferred = useDeferredValue(query)
  const shown = (['shipped', 'own'] as const).flatMap((source) =>
    arrangeTemplates(all, { ...unfiltered, query: deferred, source }, language),
  )
  return (
    <>
      <ListToolbar
        label={flowList.templates.search}
        query={query}
        onQuery={setQuery}
        autoFocus
        count={flowList.templates.count(shown.length, all.length)}
      />
      {shown.length === 0 ? (
        <NoMatch title={texts.noMatch} text={flowList.templates.noMatchText} onClear={() => setQuery('')} />
      ) : (
        <ul className="template-choices unpadded text-primary unlisted">
          {shown.map((template) => (
            <Row key={template.id} template={template} paths={paths} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </>
  )
}

type RowProps = Omit<ChoiceProps, 'all'> & { template: TemplateSummary }

function Row({ template, paths, onChoose }: RowProps) {
  const { flowList } = useTexts()
  const { id, name, description, thumbnail, needs } = template
  return (
    <li>
      <span className="template-choice-picture centered backdrop-body outlined round-sm">
        <FlowFingerprint thumbnail={thumbnail} width={112} height={64} />
      </span>
      <div>
        <h3>{name}</h3>
        <p className="clamps">{description}</p>
        <NeedsChips needs={needs} />
      </div>
      <span className="template-choice-buttons flex gap-4">
        <Button
          component={Link}
          to={paths.preview(id)}
          size="sm"
          variant="plain"
          color="neutral"
          aria-label={flowList.templates.preview(name)}
        >
          {flowList.templates.look}
        </Button>
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          className="template-choice-use"
          aria-label={flowList.templates.use(name)}
          onClick={() => onChoose(template)}
        >
          {flowList.templates.useShort}
        </Button>
      </span>
    </li>
  )
}
