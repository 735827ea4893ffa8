import { Suspense, useId, useState } from 'react'
import { lazily } from '#client/components/on-demand.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { fillTokens } from '../graph/variables-text.ts'
import { useVariables, VariableList } from '../variables/variable-picker.tsx'

const TextHelp = lazily(async () => (await import('./text-help.tsx')).TextHelp)
const TextPreview = lazily(async () => (await import('./text-preview.tsx')).TextPreview)

type Props = {
  node: string
  input: string
  text: string
  /** Goes up whenever a variable is asked for: the filter is given the focus. */
  asked: number
  onPick: (name: string) => void
  onInsert: (text: string) => void
  onReplace: (text: string) => void
  onDraft: (isUnused: boolean) => void
}

/** Beside a long text: what it may name, how it reads with the values of the last run, and a model that helps to write it. */
export function TextSide({ node, input, text, asked, onPick, ...help }: Props) {
  const { aiHelp, canvasFields } = useTexts()
  const id = useId()
  const [tab, setTab] = useState<'variables' | 'preview' | 'help'>('variables')
  // A draft has been paid for: it stays while one looks at another tab.
  const [isHelped, setHelped] = useState(false)
  const { variables, lastValue } = useVariables(node, input)
  const [seen, setSeen] = useState(asked)
  if (seen !== asked) {
    setSeen(asked)
    setTab('variables')
  }
  return (
    <aside className="expand-side">
      <Tabs
        id={id}
        label={canvasFields.besideText}
        value={tab}
        onChange={(next) => {
          setTab(next)
          setHelped(isHelped || next === 'help')
        }}
        options={[
          { value: 'variables', label: canvasFields.variables },
          { value: 'preview', label: canvasFields.preview },
          { value: 'help', label: aiHelp.tab },
        ]}
      >
        {tab === 'variables' && (
          <VariableList
            key={asked}
            autoFocus={asked > 0}
            variables={variables}
            lastValue={lastValue}
            onPick={({ name }) => onPick(name)}
          />
        )}
        {tab === 'preview' && (
          <Suspense fallback={<p className="choice-note">…</p>}>
            <TextPreview text={fillTokens(text, lastValue)} />
          </Suspense>
        )}
        {isHelped && (
          <div className="text-help" hidden={tab !== 'help'}>
            <Suspense fallback={<p className="choice-note">…</p>}>
              <TextHelp {...help} />
            </Suspense>
          </div>
        )}
      </Tabs>
    </aside>
  )
}
