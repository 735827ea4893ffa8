import { Link } from 'react-router'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { ListFrame } from '#client/components/list-frame.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { TemplateSummary } from '#shared/templates.ts'
import { NeedsChips } from './needs-chips.tsx'
import { formatTypical } from './template-cost.tsx'
import { ToolPicture } from './tool-picture.tsx'
import { UseButton } from './use-button.tsx'

type Props = {
  templates: readonly TemplateSummary[]
  path: (id: string) => string
  onUse: (template: TemplateSummary) => void
}

export function TemplateTable({ templates, path, onUse }: Props) {
  const { templates: texts } = useTexts()
  const [language] = useLanguage()
  const { columns: heads } = texts
  const use = (template: TemplateSummary) => <UseButton template={template} onUse={onUse} />
  const columns: Column<TemplateSummary>[] = [
    {
      id: 'name',
      head: heads.name,
      cell: (template) => <Name template={template} path={path(template.id)} />,
    },
    { id: 'type', head: heads.type, width: 104, cell: ({ type }) => texts.types[type] },
    {
      id: 'usecases',
      head: heads.usecases,
      width: '12%',
      cell: ({ usecases }) => usecases.join(', '),
    },
    { id: 'needs', head: heads.needs, width: '15%', cell: ({ needs }) => <NeedsChips needs={needs} /> },
    {
      id: 'nodes',
      head: heads.nodes,
      width: 68,
      isNumber: true,
      cell: ({ type, nodeCount }) => (type === 'Tool' ? '–' : formatNumber(nodeCount, language)),
    },
    {
      id: 'cost',
      head: heads.cost,
      width: 110,
      isNumber: true,
      cell: ({ typicalMicro }) => formatTypical(typicalMicro, language) ?? '–',
    },
    { id: 'use', head: heads.actions, width: 150, cell: use },
  ]
  return (
    <ListFrame>
      <DataTable
        label={texts.title}
        columns={columns}
        rows={templates}
        keyOf={({ id }) => id}
        language={language}
        minWidth={1_000}
        phone={(template) => (
          <div className="template-line">
            <Name template={template} path={path(template.id)} />
            <div>
              <NeedsChips needs={template.needs} />
              {use(template)}
            </div>
          </div>
        )}
      />
    </ListFrame>
  )
}

function Name({ template, path }: { template: TemplateSummary; path: string }) {
  const { templates: texts } = useTexts()
  const { name, description, badge, type, thumbnail } = template
  return (
    <div className="template-name grid gap-14 items-center">
      <span className="template-small centered clips backdrop-body outlined round-xs" aria-hidden="true">
        {type === 'Tool' ? <ToolPicture /> : <FlowFingerprint thumbnail={thumbnail} width={64} height={40} />}
      </span>
      <div>
        <Link className="text-primary no-underline underlined-on-hover semibold" to={path}>
          {name}
        </Link>
        {badge !== '' && (
          <em className="text-12 line-18 text-secondary outlined round-xs pad-0-6 upright">
            {texts.badges[badge] ?? badge}
          </em>
        )}
        <p className="clips text-12 line-16 text-tertiary">{description}</p>
      </div>
    </div>
  )
}
