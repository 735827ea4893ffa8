import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import { useCardView, useNodeData } from '../card/card-view.ts'
import { outputPorts, typesOf } from '../graph/shape.ts'

/** Everything a node takes and gives, by the names an API caller knows. */
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
        <table className="about-ports">
          <caption>{canvasFields.inputs}</caption>
          <thead>
            <tr>
              <th scope="col">{canvasFields.inputName}</th>
              <th scope="col">{canvasFields.inputType}</th>
            </tr>
          </thead>
          <tbody>
            {inputs.map((input) => (
              <tr key={input.id + JSON.stringify(input.show ?? '')}>
                <td>
                  {input.label}
                  <code>{input.name}</code>
                </td>
                <td>
                  {typesOf(input).join(', ')}
                  {!input.optional && <small>{canvasFields.neededInput}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {outputs.length > 0 && (
        <table className="about-ports">
          <caption>{canvas.gives}</caption>
          <tbody>
            {outputs.map((output) => (
              <tr key={output.id}>
                <td>
                  <span className="about-port">
                    <KindGlyph kind={kindOf(typesOf(output))} size={12} />
                    {output.label}
                  </span>
                </td>
                <td>{typesOf(output).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
