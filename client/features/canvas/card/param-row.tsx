import { memo, useRef } from 'react'
import { RequiredStar } from '#client/components/required-star.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { PlacedInput } from '#shared/nodes.ts'
import { Field } from '../fields/field.tsx'
import { linkKey } from '../store/derive.ts'
import { useCanvasOf } from '../store/use-canvas.ts'
import { Port } from './port.tsx'
import { useParam } from './use-param.ts'
import { useWanted } from './use-wanted.ts'

/** A field on a card: its name, and the editor in place. */
export const ParamRow = memo(function ParamRow({ node, input }: { node: string; input: PlacedInput }) {
  const { nodes } = useTexts()
  const { missing, changed, reset: _, ...field } = useParam(node, input)
  const label = input.type === 'credential' ? nodes.credential : input.label
  const row = useRef<HTMLDivElement>(null)
  useWanted(node, input.name, row)

  return (
    <div className="node-row param nodrag" data-editor={input.type} ref={row}>
      {input.acceptVariable && <TextPort node={node} input={input} />}
      <label className="row-label" htmlFor={field.id}>
        <span id={field.labelId} title={label}>
          {label}
        </span>
        {missing && <RequiredStar />}
        {changed && <i className="changed" role="img" aria-label={nodes.changed} />}
      </label>
      <Field input={input} node={node} place="card" {...field} />
    </div>
  )
})

/** A text that may hold what another node gives has a port of its own. */
function TextPort({ node, input }: { node: string; input: PlacedInput }) {
  const linked = useCanvasOf(node, (state) => state.links.has(linkKey(node, input.name)))
  return <Port node={node} id={input.id} side="in" kind="value" label={input.label} open={!linked} />
}
