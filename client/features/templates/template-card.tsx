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
    <li className="pressed-card template-card stack relative clips surface outlined round-md">
      <div className="template-thumb centered relative clips line-below">
        {type === 'Tool' ? (
          <ToolPicture />
        ) : (
          <FlowFingerprint thumbnail={thumbnail} width={320} height={172} />
        )}
        {badge !== '' && (
          <span className="template-badge absolute text-12 line-18 text-secondary surface outlined round-xs pad-0-6">
            {texts.badges[badge] ?? badge}
          </span>
        )}
      </div>
      <div className="template-facts stack grows">
        <div className="template-head flex spread gap-12 items-baseline">
          <h2 className="shrinks text-14 line-20 semibold">
            <Link to={path} className="card-link text-primary no-underline">
              {name}
            </Link>
          </h2>
          <span className="rigid text-12 text-tertiary">{texts.types[type]}</span>
        </div>
        <p className="clips text-13 line-18 text-tertiary min-height-36">{description}</p>
        <NeedsChips needs={needs} />
        <div className="template-foot row spread gap-12 text-12 text-tertiary">
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
