import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { NodeForm } from '#client/components/node-form/node-form.tsx'
import { useNodeTexts, useTexts } from '#client/texts/texts.tsx'
import { translateTemplate } from '#client/texts/translate-nodes.ts'
import type { AssistantPart } from '#shared/assistants.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { orderTools } from './order-tools.ts'
import { PartRow } from './part-row.tsx'
import { partOf, valuesOf, withValues } from './part-values.ts'
import { PickDialog } from './pick-dialog.tsx'
import type { Draft } from './use-assistant-draft.ts'

const CUSTOM = 'customTool'

export function ToolsSection({ draft: { details, change } }: { draft: Draft }) {
  const { editor: texts } = useTexts().assistants
  const [isPicking, setPicking] = useState(false)
  const { choices, templateOf, partFor, noteOf } = useToolChoices()
  const { tools } = details
  const set = (next: AssistantPart[]) => change({ tools: next })
  return (
    <section className="stack gap-8" data-field="tools">
      <div className="row gap-12 spread">
        <h2 className="assistant-label">{texts.tools}</h2>
        <button type="button" className="text-link text-13" onClick={() => setPicking(true)}>
          {texts.addTool}
        </button>
      </div>
      {tools.length === 0 && <p className="text-13 text-tertiary">{texts.toolsNone}</p>}
      <ul className="unlisted unpadded stack gap-8" aria-label={texts.tools}>
        {tools.map((tool, index) => (
          <ToolRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the same tool may be used twice
            key={`${tool.name} ${index}`}
            {...{ tool, index }}
            template={templateOf(tool.name)}
            note={noteOf(tool)}
            onChange={(next) => set(tools.with(index, next))}
            onRemove={() => set(tools.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {isPicking && (
        <PickDialog
          title={texts.addTool}
          kind="tool"
          empty={texts.nothingFound}
          choices={choices}
          onPick={(key) => {
            const part = partFor(key)
            if (part) {
              set([...tools, part])
            }
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  )
}

/** The nodes of the server, and each custom tool as an entry of its own. */
function useToolChoices() {
  useNodeTexts()
  const { data: nodes = [] } = trpc.assistants.tools.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: stored } = trpc.tools.list.useQuery()
  const own = stored === undefined ? [] : 'data' in stored ? stored.data : stored
  const templates = nodes.map(translateTemplate)
  const templateOf = (name: string) => templates.find((template) => template.name === name)
  const custom = templateOf(CUSTOM)
  const choices = orderTools([
    ...own.map(({ id, name, description }) => ({ key: `${CUSTOM} ${id}`, name, note: description })),
    ...templates
      .filter(({ name }) => name !== CUSTOM)
      .map(({ name, label, description }) => ({ key: name, name: label, note: description })),
  ])

  function partFor(key: string): AssistantPart | undefined {
    const [name = '', id] = key.split(' ')
    const chosen = own.find((tool) => tool.id === id)
    if (custom && chosen) {
      const part = partOf(custom)
      return { ...part, label: chosen.name, inputs: { ...part.inputs, selectedTool: chosen.id } }
    }
    const template = templateOf(name)
    return template && partOf(template)
  }

  /** A custom tool is described by its own words, as the model reads them. */
  const noteOf = ({ name, inputs }: AssistantPart) =>
    own.find(({ id }) => name === CUSTOM && id === inputs.selectedTool)?.description ??
    templateOf(name)?.description ??
    name

  return { choices, templateOf, partFor, noteOf }
}

type RowProps = {
  tool: AssistantPart
  index: number
  template: NodeTemplate | undefined
  note: string
  onChange: (tool: AssistantPart) => void
  onRemove: () => void
}

function ToolRow({ tool, index, template, note, onChange, onRemove }: RowProps) {
  return (
    <PartRow
      kind="tool"
      index={index}
      name={tool.label ?? template?.label ?? tool.name}
      note={note}
      onRemove={onRemove}
    >
      {template && (
        <NodeForm
          template={template}
          values={valuesOf(tool)}
          onChange={(values) => onChange(withValues(tool, values))}
        />
      )}
    </PartRow>
  )
}
