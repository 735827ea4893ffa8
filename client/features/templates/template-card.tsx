import { memo } from 'react'
import { Link } from 'react-router'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { TemplateSummary } from '#shared/templates.ts'
import { NeedsChips } from './needs-chips.tsx'
import { TemplateCost } from './template-cost.tsx'
import { ToolPicture } from './tool-picture.tsx'
import { UseButton } from './use-button.tsx'

type Props = { template: TemplateSummary; path: string; onUse: (template: TemplateSummary) => void }

export const TemplateCard = memo(function TemplateCard({ template, path, onUse }: Props) {
  const { templates: texts } = useTexts()
  const { name, description, type, badge, thumbnail, needs, nodeCount, typicalMicro } = template
  return (
    <li className="template-card">
      <div className="template-thumb">
        {type === 'Tool' ? (
          <ToolPicture />
        ) : (
          <FlowFingerprint thumbnail={thumbnail} width={320} height={172} />
        )}
        {badge !== '' && <span className="template-badge">{texts.badges[badge] ?? badge}</span>}
      </div>
      <div className="template-facts">
        <div className="template-head">
          <h2>
            <Link to={path} className="template-link">
              {name}
            </Link>
          </h2>
          <span>{texts.types[type]}</span>
        </div>
        <p>{description}</p>
        <NeedsChips needs={needs} />
        <div className="template-foot">
          <span>
            {type === 'Tool' ? '' : texts.nodes(nodeCount)}
            <TemplateCost micro={typicalMicro} />
          </span>
          <UseButton template={template} onUse={onUse} />
        </div>
      </div>
    </li>
  )
})
