import './templates.css'
import { Button } from '@mui/joy'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { NoMatch } from '#client/components/list-frame.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useStorage } from '#client/components/use-storage.ts'
import { isView, type View } from '#client/components/view-switch.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { TemplateSummary } from '#shared/templates.ts'
import { arrangeTemplates, type TemplateFilter } from './arrange-templates.ts'
import { TemplateCard } from './template-card.tsx'
import { TemplateSkeletons } from './template-skeletons.tsx'
import { TemplateTable } from './template-table.tsx'
import { TemplateToolbar } from './template-toolbar.tsx'
import { type TemplatePaths, UseTemplateDialog } from './use-template-dialog.tsx'

const nothingChosen = { query: '', type: '', usecase: '', ready: false } as const
const defaults: TemplateFilter = { ...nothingChosen, source: 'shipped', sort: 'listed' }

export function TemplatesScreen({ paths }: { paths: TemplatePaths }) {
  const { templates: texts } = useTexts()
  const [language] = useLanguage()
  const gallery = trpc.templates.gallery.useQuery({ language })
  const [filter, setFilter] = useState(defaults)
  const [used, setUsed] = useState<TemplateSummary>()
  const countOf = (source: TemplateSummary['source']) =>
    gallery.data ? ` ${gallery.data.filter((template) => template.source === source).length}` : ''

  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.text}
        action={
          <SegmentedControl
            label={texts.whose}
            value={filter.source}
            options={[
              { value: 'shipped', label: `${texts.community}${countOf('shipped')}` },
              { value: 'own', label: `${texts.own}${countOf('own')}` },
            ]}
            onChange={(source) => setFilter({ ...defaults, source, sort: filter.sort })}
          />
        }
      />
      <AsyncView query={gallery} errorTitle={texts.loadFailed} skeleton={<TemplateSkeletons />}>
        {(all) => (
          <Gallery
            all={all}
            filter={filter}
            onFilter={(changes) => setFilter({ ...filter, ...changes })}
            onUse={setUsed}
            paths={paths}
          />
        )}
      </AsyncView>
      {used && <UseTemplateDialog template={used} paths={paths} onClose={() => setUsed(undefined)} />}
    </>
  )
}

type Props = {
  all: readonly TemplateSummary[]
  filter: TemplateFilter
  onFilter: (changes: Partial<TemplateFilter>) => void
  onUse: (template: TemplateSummary) => void
  paths: TemplatePaths
}

function Gallery({ all, filter, onFilter, onUse, paths }: Props) {
  const { templates: texts } = useTexts()
  const [language] = useLanguage()
  const [view, setView] = useStorage<View>('templates.view', 'cards', isView)
  const shown = arrangeTemplates(all, useDeferredValue(filter), language)
  const ofTab = all.filter(({ source }) => source === filter.source)
  if (ofTab.length === 0) {
    return (
      <EmptyState
        title={texts.ownEmpty}
        text={texts.ownEmptyText}
        action={
          <Button component={Link} to={paths.flows}>
            {texts.openFlows}
          </Button>
        }
      />
    )
  }
  return (
    <>
      <TemplateToolbar
        all={ofTab}
        shown={shown.length}
        filter={filter}
        onFilter={onFilter}
        view={view}
        onView={setView}
      />
      {shown.length === 0 ? (
        <NoMatch title={texts.noMatch} text={texts.noMatchText} onClear={() => onFilter(nothingChosen)} />
      ) : view === 'table' ? (
        <TemplateTable templates={shown} path={paths.template} onUse={onUse} />
      ) : (
        <ul className="template-grid grid unpadded unlisted flush gap-20">
          {shown.map((template) => (
            <TemplateCard
              key={template.id}
              template={template}
              path={paths.template(template.id)}
              onUse={onUse}
            />
          ))}
        </ul>
      )}
    </>
  )
}
