import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { kindLabel, nodeText } from '#client/texts/node-texts.ts'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { textOf } from '../graph/field-values.ts'
import type { getNode } from '../graph/flow-graph.ts'
import { isFilled, outputPorts, typesOf } from '../graph/shape.ts'
import { useCardView, useNodeData } from '../store/card-view.ts'
import { plainText } from './panel-field.tsx'

/** The node's type, version and stored keys. */
export function AboutNode({ node }: { node: string }) {
  const { canvas, canvasFields, nodes } = useTexts()
  const template = useCardView(node, ({ shape }) => shape.template)
  const data = useNodeData(node, (each) => each)
  const stored = useCardView(node, ({ shape }, { graph }) => {
    const known = new Set([...shape.params, ...shape.anchors].map(({ name }) => name))
    const inputs = graph.nodes.get(node)?.data.inputs ?? {}
    return template ? Object.keys(inputs).filter((name) => !known.has(name) && isFilled(inputs[name])) : []
  })
  if (!data) {
    return null
  }
  const description = plainText(template?.description ?? nodeText(String(data.description ?? '')))
  const rows = describe(node, data, template, { canvas, canvasFields, nodes })
  const documentation = linkOf(data.documentation)
  return (
    <section className="panel-about">
      {description && <p>{description}</p>}
      <dl>
        {rows.map(([name, value]) => (
          <div className="flex gap-12 text-13" key={name}>
            <dt className="rigid text-tertiary">{name}</dt>
            <dd className="shrinks breaks-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {documentation && (
        <p>
          <a href={documentation} target="_blank" rel="noopener noreferrer">
            {canvasFields.documentation}
            <span className="visually-hidden"> ({canvasFields.opensInNewTab})</span>
          </a>
        </p>
      )}
      <AboutPorts node={node} />
      {stored.length > 0 && (
        <>
          <h3>{nodes.keptValues}</h3>
          <p className="panel-help text-12 line-16 text-tertiary margin-4-0-0">{nodes.keptValuesText}</p>
          <ul className="panel-kept unpadded text-12 text-tertiary unlisted margin-8-0-0">
            {stored.map((name) => (
              <li className="breaks-anywhere" key={name}>
                <code>{name}</code> {textOf(data.inputs[name]).slice(0, 120)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type Data = ReturnType<typeof getNode>['data']

function describe(
  node: string,
  data: Data,
  template: NodeTemplate | undefined,
  { canvas, canvasFields, nodes }: Pick<Texts, 'canvas' | 'canvasFields' | 'nodes'>,
): [string, string][] {
  const own = { category: textOf(data.category), badge: textOf(data.badge), tags: listOf(data.tags) }
  const {
    label,
    category,
    badge,
    tags,
    baseClasses = [],
  } = {
    label: kindLabel(data.name, data.name),
    ...own,
    ...template,
  }
  const rows: [string, string][] = [
    [canvas.kindOfNode, label],
    [canvas.machineName, data.name],
    [canvas.version, versionOf(data.version, template?.version, canvasFields.thisVersion)],
    [canvas.category, (nodes.categories as Readonly<Record<string, string>>)[category] ?? category],
    [canvas.nodeId, node],
    [canvas.gives, baseClasses.join(', ')],
  ]
  const extras: [string, string][] = [
    [canvasFields.badge, badge && nodeText(badge)],
    [canvasFields.tags, tags.join(', ')],
  ]
  return [
    ...rows.map(([name, value]): [string, string] => [name, value || '–']),
    ...extras.filter(([, value]) => value !== ''),
  ]
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function versionOf(
  placed: unknown,
  offered: number | undefined,
  both: (placed: string, offered: string) => string,
): string {
  const own = textOf(placed)
  return offered === undefined || own === '' || own === String(offered)
    ? own || textOf(offered) || '–'
    : both(own, String(offered))
}

// Only http(s) addresses of an imported file become links.
function linkOf(address: unknown): string | undefined {
  return typeof address === 'string' && /^https?:\/\//.test(address) ? address : undefined
}

/** Inputs and outputs of a node, by their names in the API. */
export function AboutPorts({ node }: { node: string }) {
  const { canvas, canvasFields } = useTexts()
  const params = useCardView(node, ({ shape }) => shape.params)
  const anchors = useCardView(node, ({ shape }) => shape.anchors)
  const shape = useCardView(node, (view) => view.shape)
  const data = useNodeData(node, (each) => each)
  const inputs = [...anchors, ...params].filter(({ hidden, type }) => !hidden && type !== 'credential')
  const outputs = data ? outputPorts(shape, data) : []
  return (
    <>
      {inputs.length > 0 && (
        <table className="about-ports full-width text-13 line-18">
          <caption className="medium text-tertiary text-left margin-bottom-4">{canvasFields.inputs}</caption>
          <thead>
            <tr>
              <th className="text-12 medium text-tertiary text-left" scope="col">
                {canvasFields.inputName}
              </th>
              <th className="text-12 medium text-tertiary text-left" scope="col">
                {canvasFields.inputType}
              </th>
            </tr>
          </thead>
          <tbody>
            {inputs.map((input) => (
              <tr key={input.id + JSON.stringify(input.show ?? '')}>
                <td className="breaks-anywhere">
                  {input.label}
                  <code className="block text-tertiary">{input.name}</code>
                </td>
                <td className="breaks-anywhere">
                  {typesOf(input).join(', ')}
                  {!input.optional && (
                    <small className="block text-tertiary">{canvasFields.neededInput}</small>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {outputs.length > 0 && (
        <table className="about-ports full-width text-13 line-18">
          <caption className="medium text-tertiary text-left margin-bottom-4">{canvas.gives}</caption>
          <tbody>
            {outputs.map((output) => (
              <tr key={output.id}>
                <td className="breaks-anywhere">
                  <span className="about-port row gap-8">
                    <KindGlyph kind={kindOf(typesOf(output))} size={12} />
                    {output.label}
                  </span>
                </td>
                <td className="breaks-anywhere">{typesOf(output).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
