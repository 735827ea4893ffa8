import { Switch } from '@mui/joy'
import { ChevronRight } from 'lucide-react'
import { labelText, nodeText } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { OpenableNode } from '#shared/flow-sections.ts'

type Props = {
  node: OpenableNode
  /** The search matched a field of this node, so it is expanded. */
  isFound: boolean
  open: readonly string[]
  onOpen: (names: string[]) => void
}

export function OverrideNode({ node: { label, kind, fields }, isFound, open, onOpen }: Props) {
  const { overrideConfig: texts } = useTexts().flowConfig
  const names = fields.map(({ name }) => name)
  const here = names.filter((name) => open.includes(name))
  const elsewhere = open.filter((name) => !names.includes(name))
  return (
    <details className="override-node line-below" open={isFound || undefined}>
      <summary className="row gap-8 text-13 pressable unlisted">
        <ChevronRight className="rigid" size={15} aria-hidden="true" />
        <strong className="truncate shrinks semibold">{labelText(label)}</strong>
        {kind !== label && <small className="rigid text-12">{labelText(kind)}</small>}
        <span className="rigid text-12 pushed-right" data-open={here.length > 0 || undefined}>
          {texts.openOf(here.length, names.length)}
        </span>
      </summary>
      <table className="full-width text-13 line-18">
        <thead>
          <tr>
            <th className="text-12 text-tertiary backdrop-level1" scope="col">
              {texts.columns.field}
            </th>
            <th scope="col" className="wide-column text-12 text-tertiary backdrop-level1">
              {texts.columns.name}
            </th>
            <th scope="col" className="wide-column text-12 text-tertiary backdrop-level1">
              {texts.columns.type}
            </th>
            <th className="text-12 text-tertiary backdrop-level1" scope="col">
              <span className="override-all inline-row gap-8">
                {texts.all}
                <Switch
                  size="sm"
                  checked={here.length === names.length}
                  slotProps={{ input: { 'aria-label': texts.allOf(labelText(label)) } }}
                  onChange={({ target }) => onOpen([...elsewhere, ...(target.checked ? names : [])])}
                />
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, label: field, type }) => (
            <tr key={name}>
              <th scope="row">
                {nodeText(field)}
                <code className="narrow-name breaks-anywhere text-secondary">{name}</code>
              </th>
              <td className="wide-column">
                <code className="breaks-anywhere text-secondary">{name}</code>
              </td>
              <td className="wide-column">{type}</td>
              <td>
                <Switch
                  size="sm"
                  checked={open.includes(name)}
                  slotProps={{ input: { 'aria-label': texts.open(nodeText(field), labelText(label)) } }}
                  onChange={({ target }) =>
                    onOpen(target.checked ? [...open, name] : open.filter((each) => each !== name))
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
