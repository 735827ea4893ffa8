import { Suspense, useId, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { formatAverage } from '#client/components/format-money.ts'
import { lazily } from '#client/components/on-demand.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { countTokens, useVariables, VariableList } from '../fields/fields.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { substituteTokens } from '../graph/variables.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

const TextHelp = lazily(async () => (await import('./text-help.tsx')).TextHelp)
const TextPreview = lazily(async () => (await import('../fields/text-preview.tsx')).TextPreview)

type Props = {
  node: string
  input: string
  text: string
  /** Incremented by each request for a variable, which focuses the filter. */
  requested: number
  onPick: (name: string) => void
  onInsert: (text: string) => void
  onReplace: (text: string) => void
  onDraft: (isUnused: boolean) => void
}

export function TextSide({ node, input, text, requested, onPick, ...help }: Props) {
  const { aiHelp, canvasFields } = useTexts()
  const id = useId()
  const [tab, setTab] = useState<'variables' | 'preview' | 'help'>('variables')
  // A generated draft costs money, so it survives a change of tabs.
  const [isHelpOpened, setHelpOpened] = useState(false)
  const { variables, lastValue } = useVariables(node, input)
  const [lastRequest, setLastRequest] = useState(requested)
  if (lastRequest !== requested) {
    setLastRequest(requested)
    setTab('variables')
  }
  return (
    <aside className="expand-side stack shrinks shrinks-y backdrop-body line-left">
      <Tabs
        id={id}
        label={canvasFields.besideText}
        value={tab}
        onChange={(next) => {
          setTab(next)
          setHelpOpened(isHelpOpened || next === 'help')
        }}
        options={[
          { value: 'variables', label: canvasFields.variables },
          { value: 'preview', label: canvasFields.preview },
          { value: 'help', label: aiHelp.tab },
        ]}
      >
        {tab === 'variables' && (
          <VariableList
            key={requested}
            autoFocus={requested > 0}
            variables={variables}
            lastValue={lastValue}
            onPick={({ name }) => onPick(name)}
          />
        )}
        {tab === 'preview' && (
          <Suspense fallback={<p className="choice-note text-tertiary pad-10-12">…</p>}>
            <TextPreview text={substituteTokens(text, lastValue)} />
          </Suspense>
        )}
        {isHelpOpened && (
          <div className="text-help" hidden={tab !== 'help'}>
            <Suspense fallback={<p className="choice-note text-tertiary pad-10-12">…</p>}>
              <TextHelp {...help} />
            </Suspense>
          </div>
        )}
      </Tabs>
    </aside>
  )
}

/** Cost of sending a text to the linked model; nothing if the model has no price. */
export function CostHint({ node, text }: { node: string; text: string }) {
  const { canvasFields } = useTexts()
  const [language] = useLanguage()
  const store = useCanvasStore()
  const { data } = trpc.usage.publicPrices.useQuery(undefined, { staleTime: 300_000 })
  const models = findModels(store.getState().graph, node)
  const price = data?.prices.find(({ model }) => models.includes(model))
  if (!price) {
    return null
  }
  const dollars = (countTokens(text) * Number(price.inputUsdPerMillion)) / 1_000_000
  return <> · {canvasFields.costPerMessage(formatAverage(dollars, language))}</>
}

/** Models a node uses: its own, else those of linked nodes, else those linked to these. */
function findModels(graph: Graph, node: string): string[] {
  const edges = [...graph.edges.values()]
  const sourcesOf = (id: string) => edges.filter(({ target }) => target === id).map(({ source }) => source)
  const targets = edges.filter(({ source }) => source === node).map(({ target }) => target)
  return (
    [[node], sourcesOf(node), targets.flatMap(sourcesOf)]
      .map((ids) => ids.flatMap((id) => modelOf(graph, id)))
      .find((names) => names.length > 0) ?? []
  )
}

function modelOf(graph: Graph, id: string): string[] {
  const { modelName, model } = graph.nodes.get(id)?.data.inputs ?? {}
  return [modelName, model].filter(
    (name): name is string => typeof name === 'string' && name !== '' && !name.includes('{{'),
  )
}
