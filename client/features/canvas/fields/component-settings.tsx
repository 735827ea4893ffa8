import { useEffect } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import {
  type ComponentConfig,
  componentInputs,
  configCredential,
  withConfigCredential,
} from '#shared/component-config.ts'
import { isShown, type TemplateInput } from '#shared/nodes.ts'
import { joinComponent } from '../graph/rows.ts'
import { withDefaults } from '../graph/shape.ts'
import { isChanged } from '../store/card-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import type { FieldProps } from './field-props.ts'
import { PlacedField } from './placed-field.tsx'
import './component-settings.css'

type Props = Pick<FieldProps, 'input' | 'node' | 'path' | 'place' | 'render'> & {
  /** Name of the chosen component. */
  name: string
  config: ComponentConfig
  onConfig: (config: ComponentConfig, typing?: boolean) => void
}

/** The form of a component that a field has chosen, such as the model of a step. */
export function ComponentSettings({ input, name, node, path, place, config, onConfig, render }: Props) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const template = useCanvas(({ templates }) => templates.get(name))
  useEffect(() => {
    if (!template) {
      store.getState().withTemplates([name], () => undefined)
    }
  }, [name, template, store])

  const inputs = componentInputs(template)
  const values = withDefaults(inputs, config)
  const shown = inputs.filter((field) => isShown(field, values))
  const [first, more] = [false, true].map((isMore) =>
    shown.filter(({ additionalParams = false }) => additionalParams === isMore),
  ) as [TemplateInput[], TemplateInput[]]
  if (!template || shown.length === 0) {
    return null
  }
  const own = path ?? input.name
  const component = { name, path: own, config }

  function fieldOf(field: TemplateInput) {
    const isCredential = field.type === 'credential'
    const childPath = joinComponent(own, field.name)
    return (
      <PlacedField
        key={field.name}
        input={isCredential ? { ...field, label: nodes.credential } : field}
        value={isCredential ? (configCredential(config) ?? '') : (config[field.name] ?? field.default ?? '')}
        onChange={(next, typing) =>
          onConfig(
            isCredential ? withConfigCredential(config, String(next)) : { ...config, [field.name]: next },
            typing,
          )
        }
        {...{ place, node, render, component }}
        path={childPath}
        onExpand={
          node === undefined
            ? undefined
            : () => store.getState().put({ expanded: { node, field: childPath } })
        }
      />
    )
  }

  const changed = more.filter((field) => isChanged(field, config[field.name])).length
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets cannot be laid out with a gap
    <div className="component-settings full-width margin-top-10" role="group" aria-label={template.label}>
      {first.map(fieldOf)}
      {more.length > 0 && (
        <details>
          <summary className="pressable text-13 medium round-4 flex margin-top-10">
            {nodes.moreSettings}
            <span className="text-tertiary pushed-right">
              {changed > 0 ? nodes.changedOf(changed, more.length) : more.length}
            </span>
          </summary>
          {more.map(fieldOf)}
        </details>
      )}
    </div>
  )
}
