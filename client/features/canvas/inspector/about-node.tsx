import { useTexts } from '#client/texts/texts.tsx'
import { useCardView, useNodeData } from '../card/use-card.ts'
import { textOf } from '../fields/field-props.ts'
import { isFilled } from '../graph/shape.ts'
import { plainText } from './panel-field.tsx'

/** What kind of node this is, and what its file says besides. */
export function AboutNode({ node }: { node: string }) {
  const { canvas, nodes } = useTexts()
  const template = useCardView(node, ({ shape }) => shape.template)
  const data = useNodeData(node, (each) => each)
  const kept = useCardView(node, ({ shape }, { graph }) => {
    const known = new Set([...shape.params, ...shape.anchors].map(({ name }) => name))
    const inputs = graph.nodes.get(node)?.data.inputs ?? {}
    return template ? Object.keys(inputs).filter((name) => !known.has(name) && isFilled(inputs[name])) : []
  })
  if (!data) {
    return null
  }
  const description = plainText(template?.description ?? String(data.description ?? ''))
  const rows: [string, string][] = [
    [canvas.kindOfNode, template?.label ?? data.name],
    [canvas.machineName, data.name],
    [canvas.version, textOf(data.version) || '–'],
    [canvas.category, template?.category ?? textOf(data.category)],
    [canvas.nodeId, node],
    [canvas.gives, (template?.baseClasses ?? []).join(', ') || '–'],
  ]
  return (
    <section className="panel-about">
      {description && <p>{description}</p>}
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {kept.length > 0 && (
        <>
          <h3>{nodes.keptValues}</h3>
          <p className="panel-help">{nodes.keptValuesText}</p>
          <ul className="panel-kept">
            {kept.map((name) => (
              <li key={name}>
                <code>{name}</code> {textOf(data.inputs[name]).slice(0, 120)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
